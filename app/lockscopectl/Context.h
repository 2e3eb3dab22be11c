// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Target.h"
#include "core/base/Error.h"
#include "core/base/Log.h"
#include "core/base/Result.h"
#include "core/connect/Profile.h"
#include "core/connect/Secrets.h"
#include "core/connect/zookeeper/CollectorSettings.h"
#include "core/redis/Dialer.h"
#include "core/sources/DialectFiles.h"
#include "core/sources/redis/discovery/NameFilter.h"
#include "core/sources/zookeeper/discovery/LiveInspector.h"

#include <QCommandLineParser>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <memory>
#include <optional>

namespace lockscope::ctl {

/// The exit statuses for scripts.
enum Exit : int {
    Done = 0,
    Failed = 1,
    Usage = 2,
    NoConnection = 3,
    Refused = 4,
    Found = 5 ///< a finding at least as severe as --fail-on
};

/// The settings of a command: the options that all commands share.
struct Context {
    QString connect;           ///< as given
    bool connectGiven = false; ///< by --connect, not by the environment or by default
    Target target;             ///< parsed
    std::vector<std::string> roots{"/"};
    std::vector<std::string> locks; ///< Redis: only the locks of these names; empty: all
    QStringList include;            ///< --include and --exclude, as given; parsed in one of the two filters
    QStringList exclude;
    inspect::PathFilter filter;
    inspect::NameFilter nameFilter;                                         ///< Redis
    int requestsPerSecond = inspect::InspectorSettings().requestsPerSecond; ///< of the inspector; 0: no limit
    int watchBudget = inspect::InspectorSettings().watchBudget;
    std::chrono::milliseconds timeout{10'000};    ///< to establish the connection
    std::chrono::milliseconds readLimit{300'000}; ///< to read the locks once; --timeout, if it is given
    bool yes = false;                             ///< --yes: read all nodes of any tree, without a question
    std::chrono::milliseconds questionLimit = ensemble::CollectorSettings().questionLimit; ///< for one server's answer
    bool json = false;
    std::vector<int> adminPorts{ensemble::defaultAdminPort}; ///< of the AdminServers; empty: not queried
    bool words = true;                                       ///< four-letter commands may be sent
    /// Has a name if --profile is given. Used for the user, TLS and SSH. Servers, ports and roots are in the members
    /// above, which the command line may change.
    connect::Profile profile;
    connect::TlsSettings tls;                            ///< --ca, --cert and --key; empty: not given
    QString hostsFile;                                   ///< --hosts; empty: none
    std::shared_ptr<const inspect::HostNames> hostNames; ///< in that file; may be null
    bool looksUpHosts = false;                           ///< --resolve-hosts
    bool acceptReadOnly = false;                         ///< a server without quorum will do
    bool unlocked = false;                               ///< --unlock: a read-only profile may write
    int passwordDescriptor = -1;                         ///< for the user's password; negative: not given
    struct {
        std::optional<std::string> password;
        std::optional<std::string> keyPassword;
    } environment; ///< secrets taken from the environment
    /// Set after the first read: the input has only one line, and the user types a password once.
    std::shared_ptr<std::optional<connect::Secrets>> secrets = std::make_shared<std::optional<connect::Secrets>>();
    /// Set after the first use: a command has one SSH connection. Null without SSH.
    std::shared_ptr<std::shared_ptr<redis::Dialer>> dialer = std::make_shared<std::shared_ptr<redis::Dialer>>();
    QStringList given; ///< the shared options that were set, before or after the command's name
    Log log;           ///< drops everything unless $LOCKSCOPE_DEBUG is set
};

/// For commands that write: on a read-only connection, prints an error and returns the exit status.
[[nodiscard]] std::optional<Exit> refuseReadOnly(const Context& context);

/// Prints one line on standard error: "lockscopectl: …". Text from other clients is made safe().
void complain(const QString& sentence);
Exit complain(const Error& error);
/// Reports a usage error, with a pointer to the help.
Exit complainUsage(const QString& sentence);

/// The error, with the option before its detail, which is a whole sentence: '--for: invalid duration "soon": …'.
[[nodiscard]] Error ofOption(const Error& error, const QString& option);
/// 'invalid --rate "often": use a number …'; the remedy is the last part.
[[nodiscard]] Error invalidOption(const QString& option, const QString& value, const QString& remedy);
/// The value of a duration option, or an error.
[[nodiscard]] Result<std::chrono::milliseconds> durationOf(const QCommandLineParser& parser, const QString& option);

/// Restricts the inspection to one lock. Error: no path of ZooKeeper.
[[nodiscard]] Result<void> narrowTo(Context& context, const std::string& lock);

/// The known dialects, including the user's own; prints an error for each file that is not used.
[[nodiscard]] std::shared_ptr<const inspect::DialectCatalogue> knownDialects();

/// Prints whole lines on standard output and flushes them at once, for readers of a pipe. The first failed write prints
/// an error and interrupts the command (see Interrupt); no output follows.
void print(const QString& text);
/// Prints a whole document.
void printDocument(const QJsonObject& json);
/// Prints one line of a stream.
void printLine(const QJsonObject& json);

/// Whether output was lost: see print(). Any thread.
[[nodiscard]] bool isOutputLost();
/// The final exit status of a command: Done and Found become Failed if output was lost.
[[nodiscard]] int statusWithOutput(int status);

} // namespace lockscope::ctl
