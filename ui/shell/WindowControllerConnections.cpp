// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of WindowController that opens, keeps, locks and unlocks connections.

#include "ui/shell/WindowController.h"

#include "ui/models/text/Formatting.h"
#include "ui/replay/ReplayController.h"
#include "ui/shell/ConnectionDialogs.h"
#include "ui/shell/MainWindow.h"
#include "ui/shell/Recorder.h"
#include "ui/shell/Simulation.h"
#include "ui/shell/connection/Connection.h"
#include "ui/shell/connection/ConnectionTester.h"
#include "ui/shell/connection/KeychainEntry.h"
#include "ui/shell/connection/SandboxHost.h"
#include "ui/shell/connection/SavedConnections.h"
#include "ui/shell/connection/SecretsSource.h"

#include <algorithm>
#include <utility>

namespace lockscope::ui {

namespace {

bool leadToTheSame(const connect::Profile& one, const connect::Profile& other)
{
    return one.servers == other.servers && one.redis == other.redis && one.tls == other.tls && one.ssh == other.ssh;
}

RecentConnection recentOf(const ConnectionTarget& target)
{
    QStringList roots;
    for (const auto& root : target.profile.roots)
        roots << QString::fromStdString(root);
    return {target.text, roots};
}

} // namespace

void WindowController::wireConnections()
{
    auto& dialogs = m_parts.window.connections();
    auto& saved = m_parts.saved;
    connect(&dialogs, &ConnectionDialogs::connectWanted, this,
            [this](const ConnectionTarget& target) { connectTo(target); });
    connect(&saved, &SavedConnections::changed, this, [this] {
        m_parts.window.connections().setSaved(m_parts.saved.list());
        if (const auto kept = m_parts.saved.listed(m_keptAs)) {
            showAs(*kept);
            guardAs(*kept, false);
        }
    });
    connect(&saved, &SavedConnections::rewritten, this,
            [this](const connect::Profile& before, const connect::Profile& after) {
                if (before.name != m_keptAs)
                    return;
                m_keptAs = after.name;
                showAs(after);
                guardAs(after, leadToTheSame(m_parts.connection.target().profile, after));
            });
    connect(&saved, &SavedConnections::kept, &dialogs, &ConnectionDialogs::setKept);
    connect(&saved, &SavedConnections::keepFailed, &dialogs, &ConnectionDialogs::setKeepFailed);
    connect(&saved, &SavedConnections::failed, this,
            [this](const QString& sentence) { m_parts.window.say(asSentence(sentence), Tone::Bad); });
    connect(&saved, &SavedConnections::found, this, [this](const connect::Profile& profile) { connectTo(profile); });
    connect(&dialogs, &ConnectionDialogs::keepWanted, &saved, &SavedConnections::keep);
    connect(&dialogs, &ConnectionDialogs::forgetWanted, &saved, &SavedConnections::forget);
    connect(&dialogs, &ConnectionDialogs::savedListWanted, &saved, &SavedConnections::load);
    connect(&dialogs, &ConnectionDialogs::hostsWanted, this, &WindowController::sampleHosts);
    // Reads the profile again from the file: it may have become read-only since it was listed.
    connect(&dialogs, &ConnectionDialogs::savedWanted, &saved, &SavedConnections::find);
    connect(&m_parts.window, &MainWindow::accessWanted, this, &WindowController::changeAccess);
    connect(&dialogs, &ConnectionDialogs::unlockWanted, this, [this](const connect::Profile& profile) {
        if (m_parts.connection.target().profile == profile)
            m_parts.connection.unlock();
        else
            m_parts.window.say(
                tr("The connection %1 was changed in the meantime and stays read-only. Unlock it again (Ctrl+L).")
                    .arg(oneLine(profile.name)),
                Tone::Warn);
    });
    connect(&m_parts.window, &MainWindow::retryWanted, this, &WindowController::retry);
    connect(&m_parts.window, &MainWindow::editWanted, this, &WindowController::editTarget);
    connect(&m_parts.connection, &Connection::failed, this,
            [this](const QString& sentence) { m_parts.window.say(asSentence(sentence), Tone::Bad); });
    saved.load();
}

void WindowController::wireSecrets()
{
    auto& window = m_parts.window;
    connect(m_secrets.get(), &SecretsSource::got, this, [this](ConnectionTarget target) {
        const auto& refused = m_parts.connection.target();
        if (isTyped(target.profile) && target.profile.redis == refused.profile.redis)
            target.text = refused.text; // as it was typed, and as it is in the list of recent connections
        connectTo(target);
    });
    connect(m_secrets.get(), &SecretsSource::cancelled, this, &WindowController::leaveRefused);
    connect(m_secrets.get(), &SecretsSource::said, &window,
            [&window](const QString& sentence, Tone tone) { window.say(asSentence(sentence), tone); });
    connect(&window, &MainWindow::secretsWanted, this, [this] {
        const auto& profile = m_parts.connection.target().profile;
        if (isStillSaved(profile))
            m_secrets->ask(profile, {});
        else
            m_parts.window.say(
                tr("The connection %1 was changed or removed after you opened it. Open it again, or save it again.")
                    .arg(oneLine(profile.name)),
                Tone::Warn);
    });
    connect(&window.connections(), &ConnectionDialogs::forgetSecretsWanted, m_secrets.get(),
            &SecretsSource::forgetAndReport);
    connect(&m_parts.connection, &Connection::keyPasswordRefused, this,
            [this](const connect::Profile& profile, const QString& sentence) {
                // A dialog about another connection is not interrupted; the reason of the failure is shown in any case.
                if (!m_secrets->isBusy() && isStillSaved(profile))
                    m_secrets->ask(profile, sentence);
            });
    connect(&m_parts.saved, &SavedConnections::forgotten, this, [this](const connect::Profile& before) {
        if (needsSecrets(before))
            m_secrets->forget(before.name);
    });
    connect(&m_parts.saved, &SavedConnections::rewritten, this,
            [this](const connect::Profile& before, const connect::Profile& after) {
                if (needsSecrets(before) && !shareSecrets(before, after))
                    m_secrets->forget(before.name);
            });
}

void WindowController::wireTests()
{
    auto& dialogs = m_parts.window.connections();
    auto& tester = m_parts.tester;
    connect(&dialogs, &ConnectionDialogs::testWanted, this, [this](const ConnectionTarget& target) {
        if (!m_closing)
            m_parts.tester.start(target);
    });
    connect(&dialogs, &ConnectionDialogs::testCancelWanted, &tester, &ConnectionTester::cancel);
    connect(&dialogs, &ConnectionDialogs::testEndWanted, &tester, &ConnectionTester::end);
    connect(&tester, &ConnectionTester::progressed, &dialogs, &ConnectionDialogs::setTestProgress);
}

/// True if the saved profile still matches the opened one, so that the kept secrets are valid for it. One that was
/// typed by hand stays as it is.
bool WindowController::isStillSaved(const connect::Profile& profile) const
{
    if (isTyped(profile))
        return profile.redis.has_value();
    const auto saved = m_parts.saved.listed(profile.name);
    auto opened = profile;
    opened.needsPassword = saved && saved->needsPassword; // a server may have got a password since it was saved
    return saved && shareSecrets(*saved, opened);
}

/// Redis refuses a wrong password, or a missing one: asks for another, once for each attempt.
void WindowController::askIfRefused()
{
    const auto& connection = m_parts.connection;
    const auto& target = connection.target();
    if (m_closing || m_isDoubted || connection.session().state != SessionState::AuthFailed || !target.profile.redis ||
        m_secrets->isBusy() || !isStillSaved(target.profile))
        return;
    m_isDoubted = true;
    auto profile = target.profile;
    profile.needsPassword = true;
    if (target.secrets.password.empty()) {
        m_secrets->get(profile, tr("The servers require a password."));
        return;
    }
    // For example the detail "WRONGPASS invalid username-password pair or user is disabled."
    m_secrets->ask(profile, inTurn({tr("The servers refused the user or the password. Check them, and connect again."),
                                    asSentence(oneLine(connection.session().detail))}));
}

/// The user does not enter the password that the servers require: there is nothing to show.
void WindowController::leaveRefused(const connect::Profile& profile)
{
    const auto& connection = m_parts.connection;
    const auto& target = connection.target();
    if (!isTyped(profile) || connection.session().state != SessionState::AuthFailed ||
        target.profile.redis != profile.redis)
        return;
    m_parts.window.connections().propose(recentOf(target));
    m_parts.connection.close();
}

/// ZooKeeper does not reject a wrong password: it authenticates another identity, which may lack read permission.
void WindowController::doubtSecrets(const inspect::SnapshotPtr& snapshot)
{
    const auto& target = m_parts.connection.target();
    const auto& profile = target.profile;
    if (!snapshot || m_isDoubted || profile.user.empty() || profile.redis)
        return;
    const auto& problems = snapshot->problems;
    const auto isRefused = [](const inspect::Problem& problem) { return problem.error.code == ErrorCode::NoAuth; };
    const auto isRoot = [&](const inspect::Problem& problem) {
        return std::find(profile.roots.begin(), profile.roots.end(), problem.path) != profile.roots.end();
    };
    const auto refused = std::find_if(problems.begin(), problems.end(), isRefused);
    if (refused == problems.end())
        return;
    const auto user = oneLine(profile.user);
    const auto path = oneLine(refused->path);
    const bool seesNothing = (snapshot->complete && snapshot->locks.empty()) || isRoot(*refused);
    if (!seesNothing && !(target.isKept && snapshot->complete))
        return;
    m_isDoubted = true;
    if (seesNothing && !m_secrets->isBusy() && isStillSaved(profile))
        m_secrets->ask(profile, tr("User %1 has no permission to read %2 with this password. Enter the password again. "
                                   "If the password is correct and %1 is not meant to read there, select “Cancel”.")
                                    .arg(user, path));
    else
        m_parts.window.say(tr("User %1 has no permission to read %2 with this password. If the password has changed, "
                              "select “Saved Passwords…” in the connection menu.")
                               .arg(user, path),
                           Tone::Warn);
}

void WindowController::connectTo(const connect::Profile& profile)
{
    if (m_closing)
        return;
    if (needsSecrets(profile))
        m_secrets->get(profile);
    else
        connectTo(targetOf(profile));
}

/// Applies the saved name and colour to the open connection, unless the profile now leads to other servers.
void WindowController::showAs(const connect::Profile& kept)
{
    if (!leadToTheSame(m_parts.connection.target().profile, kept))
        return;
    if (!m_unlocked.isEmpty())
        m_unlocked = oneLine(kept.name); // the new name does not lock it
    m_parts.connection.showAs(kept);
}

/// Applies the saved protection to the open connection. Only the user of this window may lift it: a change by another
/// program, or a profile that now leads elsewhere, can only make it read-only.
void WindowController::guardAs(const connect::Profile& kept, bool mayFree)
{
    auto& connection = m_parts.connection;
    const auto& open = connection.target().profile;
    if (!kept.isGuarded() && !(mayFree && open.isGuarded()))
        return;
    const bool wasGuarded = connection.isGuarded();
    const bool isSimulatedAt = mayBeSimulatedAt(open);
    connection.guardAs(kept);
    if (wasGuarded || !connection.isGuarded())
        return;
    const auto* run = m_parts.simulation.run();
    if (isSimulatedAt && run && run->ensemble().text() == connection.servers())
        m_parts.simulation.stop(); // its clients write
    m_parts.window.say(tr("The connection %1 is now read-only. Unlock it to make changes.").arg(oneLine(kept.name)),
                       Tone::Warn);
}

void WindowController::changeAccess()
{
    if (m_parts.connection.unlockedFor().count() > 0)
        m_parts.connection.lock();
    else if (m_parts.connection.isGuarded())
        m_parts.window.connections().askUnlock(m_parts.connection.target().profile);
}

/// Logs from when until when the connection was writable.
void WindowController::noteAccess(WriteAccess access)
{
    const auto& profile = m_parts.connection.target().profile;
    const auto name = access == WriteAccess::Unlocked ? oneLine(profile.name) : QString();
    if (name == m_unlocked)
        return;
    const auto now = m_parts.clock.wallNow();
    if (!m_unlocked.isEmpty())
        m_pending.push_back({now, tr("read-only"), Tone::Good, {}, {}, tr("%1 is read-only again").arg(m_unlocked)});
    if (!name.isEmpty())
        m_pending.push_back(
            {now, tr("writable"), Tone::Bad, {}, {}, tr("%1, for %2").arg(name, formatRound(profile.unlockFor))});
    m_unlocked = name;
}

void WindowController::connectTo(const ConnectionTarget& target)
{
    if (m_closing)
        return; // requested by a dialog that outlived the window
    m_secrets->cancel();
    const auto& shown = m_parts.connection.target();
    // The same servers are the same ensemble only if both connections are direct.
    const bool isSame =
        shown.text == target.text && mayBeSimulatedAt(shown.profile) && mayBeSimulatedAt(target.profile);
    if (!isSame)
        m_parts.simulation.stop();
    auto wanted = target;
    m_preferences.applyTo(wanted.profile);
    // The sandbox ends with the window; a named connection is already saved.
    const bool isKept = target.text == m_parts.sandbox.connectString() || !target.profile.name.empty();
    m_notYetRecent = isKept ? std::nullopt : std::optional(recentOf(target));
    open(wanted);
}

/// A target whose servers have not answered so far may be a typing error, and is not among the recent connections.
void WindowController::noteReached()
{
    const auto& connection = m_parts.connection;
    const bool hasAnswered =
        connection.source() == SourceState::Live || connection.session().state == SessionState::AuthFailed;
    if (!m_notYetRecent || !hasAnswered || connection.text() != m_notYetRecent->connect)
        return;
    RecentConnections recent(m_parts.settings);
    recent.add(*std::exchange(m_notYetRecent, std::nullopt));
    m_parts.window.connections().setRecent(recent.list());
}

void WindowController::open(const ConnectionTarget& target)
{
    m_history.reset();
    m_recorder->stop("interrupted"); // a recording is of one target
    m_replay->close();
    clearNotice();
    m_trouble.clear();
    m_isDoubted = false;
    m_keptAs = target.profile.name;
    m_parts.connection.open(target);
}

/// A saved connection is read again: the user may have changed it in the meantime.
void WindowController::retry()
{
    if (!m_keptAs.empty())
        m_parts.saved.find(m_keptAs);
    else
        connectTo(ConnectionTarget(m_parts.connection.target()));
}

void WindowController::editTarget()
{
    auto& dialogs = m_parts.window.connections();
    if (const auto saved = m_parts.saved.listed(m_keptAs); saved && !m_keptAs.empty()) {
        dialogs.openProfile(*saved, saved->name);
        return;
    }
    dialogs.propose(recentOf(m_parts.connection.target()));
    dialogs.openConnect();
}

void WindowController::sampleHosts()
{
    m_parts.window.say(tr("Looking for hosts in the commands of the servers for %1…")
                           .arg(formatRound(inspect::LockSource::longestSample)),
                       Tone::Wait);
    m_parts.connection.sampleHosts(this, [this](const Result<void>& sampled) {
        if (!sampled)
            m_parts.window.say(errorSentence(sampled.error()), Tone::Bad);
        else
            m_parts.window.say(tr("The sample has ended. Clients without a lock operation in this time stay unknown."),
                               Tone::Info);
    });
}

/// Shows why the servers are unreachable; once there is a session, its state has more details.
void WindowController::showTrouble()
{
    const auto& connection = m_parts.connection;
    const auto trouble = connection.source() == SourceState::Live ? std::nullopt : connection.trouble();
    const auto sentence = trouble ? errorSentence(*trouble) : QString();
    if (std::exchange(m_trouble, sentence) == sentence)
        return;
    if (sentence.isEmpty())
        clearNotice();
    else
        sayTrouble(sentence, trouble->code == ErrorCode::ReadOnlyServer);
}

void WindowController::sayTrouble(const QString& sentence, bool isReadOnlyServer)
{
    m_offered = [this] {
        auto target = m_parts.connection.target();
        target.acceptReadOnly = true;
        open(target);
    };
    m_parts.window.say(asSentence(sentence), Tone::Bad, isReadOnlyServer ? tr("Show Old Data") : QString());
}

/// Shows the permanent problems again, if any: files of limits or dialects that could not be loaded.
void WindowController::clearNotice()
{
    constexpr qsizetype most = 3;
    QStringList sentences;
    if (!m_limitsProblem.isEmpty())
        sentences << m_limitsProblem;
    const auto& problems = m_parts.connection.dialects().problems;
    for (const auto& problem : problems)
        if (sentences.size() < most)
            sentences << asSentence(oneLine(inspect::describe(problem)));
    if (std::ssize(problems) > most)
        sentences << tr("Other files not loaded: %1.").arg(std::ssize(problems) - most);
    m_parts.window.say(sentences.join(u' '), Tone::Warn);
}

} // namespace lockscope::ui
