// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/ProfileDialog.h"

#include "core/connect/ThreadTasks.h"
#include "ui/dialogs/TargetForm.h"
#include "ui/models/text/Formatting.h"
#include "ui/shell/connection/ConnectionTarget.h"
#include "ui/views/FaultLabel.h"
#include "ui/views/FieldText.h"
#include "ui/views/NumberBox.h"
#include "ui/views/ProfileSwatch.h"
#include "ui/views/StyleProperty.h"
#include "ui/views/WhyDisabled.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabWidget>
#include <QThreadPool>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QStringList wordsOf(const QLineEdit& field)
{
    static const QRegularExpression blanks(u"[\\s,]+"_s);
    return field.text().split(blanks, Qt::SkipEmptyParts);
}

template <typename T, typename F> QString joined(const std::vector<T>& values, F toText)
{
    QStringList texts;
    for (const auto& value : values)
        texts << toText(value);
    return texts.join(u' ');
}

/// Those that do not exist, or are folders.
QStringList missingFiles(QStringList names)
{
    names.removeIf([](const QString& name) {
        const QFileInfo file(name);
        return file.exists() && !file.isDir();
    });
    return names;
}

std::string textOf(const QLineEdit& field)
{
    return field.text().trimmed().toStdString();
}

} // namespace

ProfileDialog::ProfileDialog(const connect::Profile& profile, const std::string& replaced, const Theme& theme,
                             QWidget* parent)
    : QDialog(parent)
    , m_given(profile)
    , m_replaced(replaced)
    , m_tabs(new QTabWidget(this))
    , m_error(makeFaultLabel(this, u"profileError"_s))
{
    setObjectName(u"profileDialog"_s);
    setWindowTitle(replaced.empty() ? tr("New Connection") : tr("Connection %1").arg(oneLine(replaced)));
    setMinimumWidth(560);
    m_tabs->setObjectName(u"profileTabs"_s);
    m_tabs->addTab(buildUsual(theme), tr("Connection"));
    m_tabs->addTab(buildWay(), tr("Login, TLS, SSH"));
    m_limits = buildLimits();
    m_tabs->addTab(m_limits, tr("Servers and Limits"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_button = buttons->addButton(tr("Save"), QDialogButtonBox::AcceptRole);
    m_button->setObjectName(u"profileAccept"_s);
    m_button->setDefault(true);
    m_test = buttons->addButton(tr("T&est Connection"), QDialogButtonBox::ActionRole);
    m_test->setObjectName(u"profileTest"_s);
    m_test->setAutoDefault(false);
    connect(m_test, &QPushButton::clicked, this, [this] {
        if (const auto checked = typed())
            Q_EMIT testWanted(*checked);
    });
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(10);
    layout->addWidget(m_tabs);
    layout->addWidget(m_error);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &ProfileDialog::save);
    check();
}

QLineEdit* ProfileDialog::addText(QFormLayout& form, const QString& objectName, const QString& label,
                                  const std::string& value, const QString& placeholder)
{
    auto* field = new QLineEdit(this);
    setFieldText(*field, QString::fromStdString(value));
    field->setObjectName(objectName);
    field->setAccessibleName(QString(label).remove(u'&'));
    field->setPlaceholderText(placeholder);
    connect(field, &QLineEdit::textChanged, this, &ProfileDialog::check);
    form.addRow(label, field);
    return field;
}

QLineEdit* ProfileDialog::addFile(QFormLayout& form, const QString& objectName, const QString& label,
                                  const std::string& value, const QString& placeholder)
{
    auto* field = new QLineEdit(this);
    setFieldText(*field, QString::fromStdString(value));
    field->setObjectName(objectName);
    field->setAccessibleName(QString(label).remove(u'&'));
    field->setPlaceholderText(placeholder);
    auto* button = new QPushButton(tr("Browse…"), this);
    button->setObjectName(objectName + u"Browse"_s);
    button->setAccessibleName(tr("Browse: %1").arg(field->accessibleName()));
    button->setAutoDefault(false);
    addRow(form, label, field, button);
    m_files.push_back(field);
    connect(button, &QPushButton::clicked, this, [this, field] { browse(field); });
    connect(field, &QLineEdit::textChanged, this, [this, field] {
        setFault(field, {});
        check();
    });
    return field;
}

NumberBox* ProfileDialog::addNumber(QFormLayout& form, const QString& objectName, const QString& label,
                                    const QString& unit, std::pair<int, int> range, qint64 value)
{
    auto* field = new NumberBox(range.first, range.second, this);
    field->setObjectName(objectName);
    field->setAccessibleName(QString(label).remove(u'&'));
    field->setSuffix(unit);
    field->setValue(static_cast<int>(value));
    addRow(form, label, field);
    m_numbers.push_back(field);
    connect(field, &QSpinBox::valueChanged, this, [this, field] {
        setFault(field, field->fault());
        check();
    });
    return field;
}

void ProfileDialog::addRow(QFormLayout& form, const QString& label, QWidget* field, QWidget* beside)
{
    auto* place = new QWidget(this);
    auto* fault = new QLabel(place);
    fault->setObjectName(field->objectName() + u"Fault"_s);
    fault->setProperty("tone", u"bad"_s);
    fault->setTextFormat(Qt::PlainText);
    fault->setWordWrap(true);
    fault->hide();
    auto* grid = new QGridLayout(place);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(2);
    grid->addWidget(field, 0, 0);
    if (beside)
        grid->addWidget(beside, 0, 1);
    grid->addWidget(fault, 1, 0, 1, 2);
    auto* title = new QLabel(label, this);
    title->setBuddy(field);
    form.addRow(title, place);
    m_faults[field] = fault;
}

void ProfileDialog::setFault(QWidget* field, const QString& fault)
{
    auto* label = m_faults.at(field);
    label->setText(fault);
    label->setVisible(!fault.isEmpty());
    setStyleProperty(*field, "fault", fault.isEmpty() ? QString() : u"true"_s);
    field->setAccessibleDescription(fault);
}

bool ProfileDialog::isFileUsed(const QLineEdit* field) const
{
    if (field == m_sshConfig)
        return !m_ssh->text().trimmed().isEmpty();
    if (field == m_hostsFile)
        return m_tabs->isTabVisible(m_tabs->indexOf(m_limits));
    return m_tls->isChecked();
}

bool ProfileDialog::hasNumberFault() const
{
    return std::any_of(m_numbers.begin(), m_numbers.end(),
                       [](const NumberBox* number) { return !number->fault().isEmpty(); });
}

void ProfileDialog::save()
{
    const auto checked = typed();
    if (!checked || hasNumberFault() || m_isBusy)
        return;
    m_isBusy = true;
    check();
    findFiles(*checked);
}

/// Only when the connection is saved, and in a pool thread: a file may be on a disk that responds late.
void ProfileDialog::findFiles(const connect::Profile& profile)
{
    QStringList names;
    for (const auto* field : m_files) {
        const auto name = field->text().trimmed();
        if (!name.isEmpty() && isFileUsed(field))
            names << name;
    }
    if (names.isEmpty()) {
        Q_EMIT chosen(profile, m_replaced);
        return;
    }
    // The pool may outlive the dialog: a late result is dropped.
    ensemble::runInPool(*QThreadPool::globalInstance(), [self = QPointer(this), names, profile] {
        ensemble::runLater(QCoreApplication::instance(), [self, missing = missingFiles(names), profile] {
            if (!self)
                return;
            if (!self->showMissing(missing)) {
                Q_EMIT self->chosen(profile, self->m_replaced);
                return;
            }
            self->m_isBusy = false;
            self->check();
        });
    });
}

/// True if one is missing. The first one gets the focus.
bool ProfileDialog::showMissing(const QStringList& names)
{
    QLineEdit* missing = nullptr;
    for (auto* field : m_files) {
        const auto name = field->text().trimmed();
        if (!isFileUsed(field) || !names.contains(name))
            continue;
        setFault(field, tr("There is no file \"%1\". Choose an existing file.").arg(oneLine(name.toStdString())));
        missing = missing ? missing : field;
    }
    if (!missing)
        return false;
    for (auto page = 0; page < m_tabs->count(); ++page)
        if (m_tabs->widget(page)->isAncestorOf(missing))
            m_tabs->setCurrentIndex(page);
    missing->setFocus();
    return true;
}

void ProfileDialog::browse(QLineEdit* field)
{
    auto* dialog = new QFileDialog(this, field->accessibleName());
    dialog->setObjectName(field->objectName() + u"Dialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    if (const auto name = field->text().trimmed(); !name.isEmpty())
        dialog->setDirectory(QFileInfo(name).absolutePath());
    connect(dialog, &QFileDialog::fileSelected, field, [field](const QString& file) { setFieldText(*field, file); });
    dialog->show();
}

QCheckBox* ProfileDialog::addFlag(QFormLayout& form, const QString& objectName, const QString& text, bool value)
{
    auto* field = new QCheckBox(text, this);
    field->setObjectName(objectName);
    field->setChecked(value);
    connect(field, &QCheckBox::toggled, this, &ProfileDialog::check);
    form.addRow(field);
    return field;
}

QWidget* ProfileDialog::buildUsual(const Theme& theme)
{
    auto* page = new QWidget(this);
    auto& form = *new QFormLayout(page);
    m_name = addText(form, u"profileName"_s, tr("&Name"), m_given.name, tr("Name of the connection in Lockscope"));
    m_colour = new QComboBox(page);
    m_colour->setObjectName(u"profileColour"_s);
    m_colour->setAccessibleName(tr("Colour"));
    m_colour->addItem(tr("none"), QString());
    const QStringList names{tr("red"), tr("orange"), tr("green"), tr("blue"), tr("violet"), tr("grey")};
    for (std::size_t i = 0; i < connect::profileColours.size(); ++i) {
        const std::string colour(connect::profileColours.at(i));
        m_colour->addItem(profileSwatch(theme, colour), names.at(static_cast<qsizetype>(i)),
                          QString::fromStdString(colour));
    }
    m_colour->setCurrentIndex(std::max(m_colour->findData(QString::fromStdString(m_given.colour)), 0));
    form.addRow(tr("&Colour"), m_colour);
    m_target = new TargetForm(u"profile"_s, TargetForm::Login::Elsewhere, page);
    QStringList roots;
    for (const auto& root : m_given.roots)
        roots << QString::fromStdString(root);
    m_target->setTarget(QString::fromStdString(m_given.target()), roots);
    connect(m_target, &TargetForm::changed, this, &ProfileDialog::check);
    form.addRow(m_target);
    m_production =
        addFlag(form, u"profileProduction"_s,
                tr("&Production: read-only until you type the connection name to unlock it"), m_given.production);
    m_readOnly =
        addFlag(form, u"profileReadOnly"_s, tr("Read-&only until you unlock it with a click"), m_given.readOnly);
    m_unlockFor = addNumber(form, u"profileUnlockFor"_s, tr("&Unlock duration"), tr(" min"), {1, 24 * 60},
                            m_given.unlockMinutes().count());
    return page;
}

QWidget* ProfileDialog::buildWay()
{
    auto* page = new QWidget(this);
    auto& form = *new QFormLayout(page);
    const auto tls = m_given.tls.value_or(connect::TlsSettings());
    const auto ssh = m_given.ssh.value_or(connect::SshSettings());
    m_user = addText(form, u"profileUser"_s, tr("&User"), m_given.user,
                     tr("Digest user of ZooKeeper, or ACL user of Redis. Empty: no user"));
    m_needsPassword =
        addFlag(form, u"profileNeedsPassword"_s,
                tr("The Redis servers ask for a &password without a user (requirepass)"), m_given.needsPassword);
    m_writeUser = addText(form, u"profileWriteUser"_s, tr("User for &releases"), m_given.writeUser,
                          tr("ACL user of Redis that may write. Empty: the user above"));
    m_tls = addFlag(form, u"profileTls"_s, tr("&TLS (certificates and names are always verified)"),
                    m_given.tls.has_value() || isTlsOfTarget());
    m_ca = addFile(form, u"profileCa"_s, tr("C&A file"), tls.caFile,
                   tr("PEM file. Empty: the CA certificates of the system"));
    m_certificate = addFile(form, u"profileCertificate"_s, tr("Client &certificate"), tls.certificateFile,
                            tr("PEM file. Empty: no client certificate"));
    m_key = addFile(form, u"profileKey"_s, tr("Client &key"), tls.keyFile, tr("PEM file"));
    m_serverName = addText(form, u"profileServerName"_s, tr("Server na&me"), tls.serverName,
                           tr("Empty: the host in the server address"));
    m_ssh = addText(form, u"profileSsh"_s, tr("&SSH server"), ssh.destination,
                    tr("user@host or a Host of your SSH configuration. Empty: none"));
    m_sshConfig = addFile(form, u"profileSshConfig"_s, tr("SSH con&figuration"), ssh.configFile,
                          tr("Empty: your own SSH configuration"));
    return page;
}

QWidget* ProfileDialog::buildLimits()
{
    auto* page = new QWidget(this);
    auto& form = *new QFormLayout(page);
    m_sessionTimeout = addNumber(form, u"profileSessionTimeout"_s, tr("Session &timeout"), tr(" ms"), {100, 3'600'000},
                                 m_given.sessionTimeout.count());
    m_adminPorts = addText(form, u"profileAdminPorts"_s, tr("&AdminServer ports"), {},
                           tr("One port for all servers, or one per server. Empty: not queried"));
    setFieldText(*m_adminPorts, joined(m_given.adminPorts, [](int port) { return QString::number(port); }));
    m_adminTls = addFlag(form, u"profileAdminTls"_s, tr("AdminServers use &HTTPS, verified with the TLS settings"),
                         m_given.adminTls);
    m_words = addFlag(form, u"profileWords"_s, tr("Query the servers with &four-letter commands (srvr, cons, dump)"),
                      m_given.words);
    m_hostsFile = addFile(form, u"profileHostsFile"_s, tr("H&ost names"), m_given.hostsFile,
                          tr("File with names for the clients' addresses, like /etc/hosts"));
    m_resolveHosts =
        addFlag(form, u"profileResolveHosts"_s, tr("&Look up the other names (reverse DNS)"), m_given.resolveHosts);
    m_requests = addNumber(form, u"profileRequests"_s, tr("Maximum &requests"), tr(" per second"),
                           {0, connect::mostRequestsPerSecond}, m_given.requestsPerSecond);
    m_requests->setSpecialValueText(tr("default"));
    m_watches = addNumber(form, u"profileWatches"_s, tr("Maximum &watches"), {}, {0, connect::mostWatches},
                          m_given.watchBudget);
    m_watches->setSpecialValueText(tr("default"));
    return page;
}

/// Redis: the target says that there is TLS, with the certificate authorities of the system.
bool ProfileDialog::isTlsOfTarget() const
{
    return m_given.redis && m_given.redis->tls && !m_given.tls;
}

Result<connect::Profile> ProfileDialog::typed() const
{
    const auto target = m_target->target();
    if (!target)
        return failure(target.error());
    auto profile = m_given;
    profile.name = textOf(*m_name);
    profile.colour = m_colour->currentData().toString().toStdString();
    profile.servers = target->profile.servers;
    profile.redis = target->profile.redis;
    profile.roots = target->profile.roots;
    profile.production = m_production->isChecked();
    profile.readOnly = m_readOnly->isChecked();
    profile.unlockFor = std::chrono::minutes(m_unlockFor->value());
    profile.user = textOf(*m_user);
    profile.tls.reset();
    const connect::TlsSettings tls{textOf(*m_ca), textOf(*m_certificate), textOf(*m_key), textOf(*m_serverName)};
    if (m_tls->isChecked() && !(isTlsOfTarget() && tls == connect::TlsSettings()))
        profile.tls = tls;
    if (profile.redis) {
        profile.redis->tls = profile.redis->tls || m_tls->isChecked();
        if (profile.redis->user.empty())
            profile.redis->user = profile.user;
        else if (profile.user.empty())
            profile.user = profile.redis->user;
    }
    profile.needsPassword = profile.redis && m_needsPassword->isChecked();
    profile.writeUser = profile.redis ? textOf(*m_writeUser) : std::string();
    profile.ssh.reset();
    if (!m_ssh->text().trimmed().isEmpty())
        profile.ssh = connect::SshSettings{textOf(*m_ssh), textOf(*m_sshConfig)};
    profile.sessionTimeout = std::chrono::milliseconds(m_sessionTimeout->value());
    profile.adminPorts.clear();
    for (const auto& word : wordsOf(*m_adminPorts))
        profile.adminPorts.push_back(word.toInt()); // 0 for text that is not a number; rejected below
    profile.adminTls = m_adminTls->isChecked();
    profile.words = m_words->isChecked();
    profile.hostsFile = textOf(*m_hostsFile);
    profile.resolveHosts = m_resolveHosts->isChecked();
    profile.requestsPerSecond = m_requests->value();
    profile.watchBudget = m_watches->value();
    // A profile may be saved if it can be read again.
    auto read = connect::readProfiles(connect::writeProfiles({profile}));
    if (!read)
        return failure(read.error());
    return std::move(read->front());
}

void ProfileDialog::check()
{
    if (!m_button)
        return; // still being built
    const auto whyNoTls = m_tls->isChecked() ? QString() : tr("Only with TLS.");
    for (auto* field : {m_ca, m_certificate, m_key, m_serverName})
        enableUnless(*field, whyNoTls);
    for (const auto* field : {m_ca, m_certificate, m_key})
        enableUnless(*findChild<QPushButton*>(field->objectName() + u"Browse"_s), whyNoTls);
    const bool isRedis = m_target->kind() != TargetForm::Kind::Ensemble;
    const auto whyNoRedis = isRedis ? QString() : tr("Only for Redis.");
    const bool hasUser = !m_user->text().trimmed().isEmpty();
    enableUnless(*m_needsPassword, isRedis && hasUser ? tr("A user always has a password.") : whyNoRedis);
    enableUnless(*m_writeUser, whyNoRedis);
    m_tabs->setTabVisible(m_tabs->indexOf(m_limits), !isRedis); // sessions, AdminServers and watches of ZooKeeper
    const auto checked = typed();
    const bool isNumberWrong = hasNumberFault();
    const auto whyWrong = isNumberWrong ? tr("A number is out of range.")
                          : checked     ? QString()
                                        : tr("Enter a name and valid servers.");
    enableUnless(*m_button, m_isBusy ? tr("The connection is being saved.") : whyWrong);
    enableUnless(*m_test, whyWrong);
    // An incomplete form is not an error.
    // The target shows its own faults, at their fields.
    const bool isBegun = !m_name->text().trimmed().isEmpty() && !m_target->isEmpty() && m_target->target().has_value();
    auto fault = checked ? QString() : QString::fromStdString(checked.error().detail);
    m_error->setText(isBegun ? asSentence(fault.remove(u"profiles[0]."_s)) : QString());
}

void ProfileDialog::setFailed(const QString& sentence)
{
    m_isBusy = false;
    check();
    m_error->setText(sentence);
}

} // namespace lockscope::ui

#include "moc_ProfileDialog.cpp"
