// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/TargetForm.h"

#include "core/connect/ReadingRights.h"
#include "ui/models/text/Formatting.h"
#include "ui/views/FaultLabel.h"
#include "ui/views/FieldText.h"
#include "ui/views/WhyDisabled.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// What a kind of target consists of.
struct TargetKind {
    TargetForm::Kind kind;
    const char* title;
    QLatin1StringView scheme; ///< empty: ZooKeeper
    QLatin1StringView example;
    bool hasMaster;
    bool hasDatabase;
};

const std::array<TargetKind, 5>& targetKinds()
{
    using Kind = TargetForm::Kind;
    static const std::array<TargetKind, 5> all{{
        {Kind::Ensemble, QT_TRANSLATE_NOOP("lockscope::ui::TargetForm", "ZooKeeper ensemble"), QLatin1StringView(),
         "zk1:2181,zk2:2181,zk3:2181/chroot"_L1, false, false},
        {Kind::Redis, QT_TRANSLATE_NOOP("lockscope::ui::TargetForm", "Redis server"), "redis://"_L1, "cache1:6379"_L1,
         false, true},
        {Kind::Sentinel, QT_TRANSLATE_NOOP("lockscope::ui::TargetForm", "Redis with Sentinel"), "redis+sentinel://"_L1,
         "sentinel1:26379,sentinel2:26379,sentinel3:26379"_L1, true, true},
        {Kind::Cluster, QT_TRANSLATE_NOOP("lockscope::ui::TargetForm", "Redis Cluster"), "redis+cluster://"_L1,
         "node1:6379,node2:6379,node3:6379"_L1, false, false},
        {Kind::Redlock, QT_TRANSLATE_NOOP("lockscope::ui::TargetForm", "Redlock: independent masters"), "redlock://"_L1,
         "redis-a:6379,redis-b:6379,redis-c:6379"_L1, false, false},
    }};
    return all;
}

const TargetKind& targetKindOf(TargetForm::Kind kind)
{
    return targetKinds().at(static_cast<std::size_t>(kind));
}

TargetForm::Kind kindOf(redis::Topology topology)
{
    switch (topology) {
    case redis::Topology::Single:
        break;
    case redis::Topology::Sentinel:
        return TargetForm::Kind::Sentinel;
    case redis::Topology::Cluster:
        return TargetForm::Kind::Cluster;
    case redis::Topology::Independent:
        return TargetForm::Kind::Redlock;
    }
    return TargetForm::Kind::Redis;
}

QString withoutAmpersand(QString label)
{
    return label.remove(u'&');
}

} // namespace

TargetForm::TargetForm(const QString& prefix, Login login, QWidget* parent)
    : QWidget(parent)
    , m_prefix(prefix)
    , m_form(new QFormLayout(this))
    , m_kind(new QComboBox(this))
{
    setObjectName(prefix + u"Target"_s);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_kind->setObjectName(prefix + u"Kind"_s);
    m_kind->setAccessibleName(tr("Kind of target"));
    for (const auto& kind : targetKinds())
        m_kind->addItem(tr(kind.title));
    m_form->addRow(tr("&Kind"), m_kind);
    const auto servers = prefix == u"connect"_s ? u"connectString"_s : prefix + u"Servers"_s;
    m_servers = addField(servers, tr("&Servers"), &m_serversFault);
    if (prefix == u"connect"_s)
        m_serversFault->setObjectName(u"connectError"_s);
    m_master = addField(prefix + u"Master"_s, tr("&Master name"), &m_masterFault);
    m_master->setPlaceholderText(tr("The name that the Sentinels have for the master, such as mymaster"));
    m_database = new QSpinBox(this);
    m_database->setObjectName(prefix + u"Database"_s);
    m_database->setAccessibleName(tr("Database"));
    m_database->setRange(0, std::numeric_limits<int>::max());
    m_database->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_form->addRow(tr("&Database"), m_database);
    if (login == Login::Here)
        buildLogin();
    m_roots = addField(prefix + u"Roots"_s, tr("&Roots"), &m_rootsFault);
    buildAcl();
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        showKind();
        check();
    });
    connect(m_database, &QSpinBox::valueChanged, this, &TargetForm::check);
    showKind();
    check();
}

QLineEdit* TargetForm::addField(const QString& objectName, const QString& label, QLabel** fault)
{
    auto* field = new QLineEdit(this);
    field->setObjectName(objectName);
    field->setAccessibleName(withoutAmpersand(label));
    *fault = makeFaultLabel(this, objectName + u"Fault"_s);
    (*fault)->setMinimumHeight(0);
    (*fault)->hide();
    auto* box = new QVBoxLayout;
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(2);
    box->addWidget(field);
    box->addWidget(*fault);
    auto* name = new QLabel(label, this);
    name->setBuddy(field);
    m_form->addRow(name, box);
    connect(field, &QLineEdit::textChanged, this,
            objectName.endsWith(u"Roots"_s) || objectName == m_prefix + u"Master"_s ? &TargetForm::check
                                                                                    : &TargetForm::onServers);
    return field;
}

void TargetForm::buildLogin()
{
    m_user = addField(m_prefix + u"User"_s, tr("&User"), &m_userFault);
    m_user->setPlaceholderText(tr("Empty: the default user"));
    m_password = new QLineEdit(this);
    m_password->setObjectName(m_prefix + u"Password"_s);
    m_password->setAccessibleName(tr("Password"));
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setPlaceholderText(tr("For this connection only. A saved connection can keep it in the keychain"));
    m_form->addRow(tr("&Password"), m_password);
    m_tls = new QCheckBox(tr("&TLS (certificates and names are always verified)"), this);
    m_tls->setObjectName(m_prefix + u"Tls"_s);
    m_form->addRow(m_tls);
    connect(m_tls, &QCheckBox::toggled, this, &TargetForm::check);
}

void TargetForm::buildAcl()
{
    m_aclBox = new QWidget(this);
    auto* row = new QHBoxLayout(m_aclBox);
    row->setContentsMargins(0, 0, 0, 0);
    m_acl = new QLineEdit(m_aclBox);
    m_acl->setObjectName(m_prefix + u"Acl"_s);
    m_acl->setAccessibleName(tr("ACL line of a read-only user"));
    m_acl->setReadOnly(true);
    m_acl->setToolTip(plainToolTip(
        tr("A command for an administrator of the servers. Its user can see all locks and change nothing.")));
    auto* copy = new QToolButton(m_aclBox);
    copy->setObjectName(m_prefix + u"AclCopy"_s);
    copy->setText(tr("Copy"));
    copy->setAccessibleName(tr("Copy the ACL line"));
    row->addWidget(m_acl, 1);
    row->addWidget(copy);
    m_form->addRow(tr("Read-only user"), m_aclBox);
    connect(copy, &QToolButton::clicked, this, &TargetForm::copyAcl);
}

void TargetForm::copyAcl()
{
    QGuiApplication::clipboard()->setText(m_acl->text());
}

TargetForm::Kind TargetForm::kind() const
{
    return static_cast<Kind>(std::max(m_kind->currentIndex(), 0));
}

bool TargetForm::isEmpty() const
{
    return m_servers->text().trimmed().isEmpty();
}

bool TargetForm::isWhole() const
{
    return redis::isRedisTarget(m_servers->text().trimmed().toStdString());
}

void TargetForm::setTarget(const QString& text, const QStringList& roots)
{
    const auto target = redis::parseTarget(text.toStdString());
    if (m_password)
        m_password->clear(); // it was typed for other servers
    setFieldText(*m_roots, roots.join(u' '));
    // A unix socket has no field of its own.
    if (target && target->servers.front().socket.empty())
        return setParts(*target);
    if (!redis::isRedisTarget(text.toStdString()))
        m_kind->setCurrentIndex(static_cast<int>(Kind::Ensemble));
    setFieldText(*m_servers, text);
}

void TargetForm::setParts(const redis::Target& target)
{
    m_kind->setCurrentIndex(static_cast<int>(kindOf(target.topology)));
    QStringList servers;
    for (const auto& server : target.servers)
        servers << QString::fromStdString(redis::toString(server));
    setFieldText(*m_master, QString::fromStdString(target.master));
    m_database->setValue(target.database);
    if (m_user) {
        setFieldText(*m_user, QString::fromStdString(target.user));
        m_tls->setChecked(target.tls);
    }
    setFieldText(*m_servers, servers.join(u','));
}

/// A whole target says its kind.
void TargetForm::onServers()
{
    const auto typed = isWhole() ? redis::parseTarget(m_servers->text().trimmed().toStdString())
                                 : Result<redis::Target>(redis::Target());
    if (isWhole() && typed) {
        const QSignalBlocker quiet(m_kind);
        m_kind->setCurrentIndex(static_cast<int>(kindOf(typed->topology)));
    }
    showKind();
    check();
}

/// The layout that has the field and its fault.
QLayout* TargetForm::rowOf(QLineEdit* field) const
{
    for (auto row = 0; row < m_form->rowCount(); ++row) {
        auto* item = m_form->itemAt(row, QFormLayout::FieldRole);
        if (item && item->layout() && item->layout()->indexOf(field) >= 0)
            return item->layout();
    }
    return nullptr;
}

void TargetForm::showKind()
{
    const auto& shown = targetKindOf(kind());
    const bool isRedis = kind() != Kind::Ensemble;
    const bool isInParts = isRedis && !isWhole();
    enableUnless(*m_kind, isWhole() ? tr("The server address already sets the kind.") : QString());
    m_servers->setPlaceholderText(shown.example);
    m_form->setRowVisible(m_database, isInParts && shown.hasDatabase);
    m_form->setRowVisible(rowOf(m_master), isInParts && shown.hasMaster);
    if (m_user) {
        m_form->setRowVisible(rowOf(m_user), isInParts);
        m_form->setRowVisible(m_password, isRedis);
        m_form->setRowVisible(m_tls, isInParts);
    }
    m_form->setRowVisible(m_aclBox, isRedis);
    auto* label = static_cast<QLabel*>(m_form->labelForField(rowOf(m_roots)));
    label->setText(isRedis ? tr("Key p&refixes") : tr("&Roots"));
    m_roots->setAccessibleName(withoutAmpersand(label->text()));
    m_roots->setPlaceholderText(isRedis ? tr("Beginnings of key names, such as lock:   (empty: all locks)")
                                        : tr("/   (separate several paths with spaces)"));
}

QString TargetForm::masterFault() const
{
    if (kind() != Kind::Sentinel || isWhole() || isEmpty() || !m_master->text().trimmed().isEmpty())
        return {};
    return tr("The name of the master is missing. Enter the name that the Sentinels have for it, such as mymaster.");
}

QString TargetForm::userFault() const
{
    if (!m_user || kind() == Kind::Ensemble || isWhole() || m_user->text().isEmpty())
        return {};
    // A user that the text of a target cannot have could not be saved either.
    return isRedisUser(m_user->text().trimmed().toStdString())
               ? QString()
               : tr("Invalid user. Use a name without spaces, such as lockscope.");
}

Result<redis::Target> TargetForm::redisTarget() const
{
    const auto& shown = targetKindOf(kind());
    const auto master = m_master->text().trimmed();
    const auto text = shown.scheme + m_servers->text().trimmed() +
                      (shown.hasMaster ? u'/' + (master.isEmpty() ? u"mymaster"_s : master) : QString());
    auto target = redis::parseTarget(text.toStdString());
    if (!target)
        return target;
    // What the fields do not say may be typed with the servers: "app@cache1:6379/3".
    if (shown.hasDatabase && m_database->value() > 0)
        target->database = m_database->value();
    if (m_user && !m_user->text().trimmed().isEmpty())
        target->user = m_user->text().trimmed().toStdString();
    if (m_tls)
        target->tls = m_tls->isChecked();
    return target;
}

Result<ConnectionTarget> TargetForm::target() const
{
    const auto roots =
        kind() == Kind::Ensemble ? rootsIn(m_roots->text()) : m_roots->text().split(u' ', Qt::SkipEmptyParts);
    for (const auto& fault : {masterFault(), userFault()})
        if (!fault.isEmpty())
            return failure(ErrorCode::BadArguments, "", {}, fault.toStdString());
    auto text = m_servers->text();
    if (kind() != Kind::Ensemble && !isWhole()) {
        const auto target = redisTarget();
        if (!target)
            return failure(target.error());
        text = QString::fromStdString(redis::toString(*target));
    }
    auto parsed = parseTarget(text, roots);
    if (parsed && m_password && kind() != Kind::Ensemble) {
        parsed->secrets.password = m_password->text().toStdString();
        parsed->profile.needsPassword = !parsed->secrets.password.empty();
    }
    return parsed;
}

void TargetForm::showFault(QLabel& label, const QString& fault)
{
    label.setText(fault);
    label.setVisible(!fault.isEmpty());
}

/// An empty field is not an error.
void TargetForm::check()
{
    const auto master = masterFault();
    const auto user = userFault();
    showFault(*m_masterFault, master);
    if (m_userFault)
        showFault(*m_userFault, user);
    const auto checked =
        isEmpty() || !master.isEmpty() || !user.isEmpty() ? Result<ConnectionTarget>(ConnectionTarget()) : target();
    const auto servers = isEmpty() || checked ? checked : parseTarget(m_servers->text(), {});
    const auto fault = checked ? QString() : errorSentence(checked.error());
    // With valid servers the fault is in the roots.
    const bool isInRoots = !checked && kind() == Kind::Ensemble && servers.has_value();
    showFault(*m_rootsFault, isInRoots ? fault : QString());
    showFault(*m_serversFault, isInRoots ? QString() : fault);
    setFieldText(*m_acl, QString::fromStdString(connect::readerAclLine(
                             m_user && user.isEmpty() ? m_user->text().trimmed().toStdString() : std::string())));
    Q_EMIT changed();
}

} // namespace lockscope::ui

#include "moc_TargetForm.cpp"
