// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"
#include "core/base/Log.h"
#include "core/base/Result.h"
#include "core/connect/CollectorSettings.h"
#include "core/connect/Profile.h"
#include "core/connect/Secrets.h"
#include "core/sources/DialectFiles.h"
#include "core/sources/zookeeper/discovery/LiveInspector.h"
#include "core/zk/ConnectString.h"

#include <QCommandLineParser>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <memory>
#include <optional>

namespace lockscope::ctl {

/// The exit statuses that scripts rely on.
enum Exit : int {
    Done = 0,
    Failed = 1,
    Usage = 2,
    NoConnection = 3,
    Refused = 4,
    Found = 5 ///< a finding as bad as --fail-on says
};

/// What every command needs: the options that all of them share.
struct Context {
    QString connect;           ///< as given
    bool connectGiven = false; ///< by --connect, and not by the environment or by default
    zk::ConnectString servers;
    std::vector<std::string> roots{"/"};
    inspect::PathFilter filter;
    int requestsPerSecond = 0; ///< of the inspector; 0: as many as are answered
    int watchBudget = inspect::InspectorSettings().watchBudget;
    std::chrono::milliseconds timeout{10'000}; ///< for the connection to come up
    std::chrono::milliseconds questionLimit = ensemble::CollectorSettings().questionLimit; ///< for one server's answer
    bool json = false;
    std::vector<int> adminPorts{ensemble::defaultAdminPort}; ///< of the AdminServers; none: they are not asked
    bool words = true;                                       ///< four-letter words may be asked
    /// With its name where --profile gave one. Whom to reach and to ask stands in the members above, which the command
    /// line may have changed; from here comes how: user, TLS, SSH.
    connect::Profile profile;
    bool unlocked = false;       ///< --unlock: a read-only profile may write
    int passwordDescriptor = -1; ///< where the user's password is read; below 0: elsewhere
    struct {
        std::optional<std::string> password;
        std::optional<std::string> keyPassword;
    } environment; ///< what it had of secrets
    /// Once they were asked for: there is one line to read, and nobody types a password twice.
    std::shared_ptr<std::optional<connect::Secrets>> secrets = std::make_shared<std::optional<connect::Secrets>>();
    QStringList given; ///< the shared options that were set, here or before the command's name
    Log log;           ///< drops everything unless $LOCKSCOPE_DEBUG is set
};

/// What the options that commands share are about.
enum SharedOptions : unsigned {
    AddressOptions = 1, ///< where to connect, and for how long to try
    AccountOptions = 2, ///< as whom
    RootOption = 4,     ///< where to look for locks
    FilterOptions = 8,  ///< at what of it
    PaceOptions = 16,   ///< how gently
    ServerOptions = 32, ///< whom to ask for sessions
    WriteOptions = 64,
    JsonOption = 128,
    ConnectionOptions = AddressOptions | AccountOptions,
    LookOptions = ConnectionOptions | RootOption | FilterOptions | PaceOptions | ServerOptions | JsonOption,
    EveryOption = LookOptions | WriteOptions
};

/// They are understood before the command's name and after it, by every command. The help names those that apply.
void addSharedOptions(QCommandLineParser& parser, unsigned applying = EveryOption);

/// Reads the shared options that are set in `parser` into `context`; prints the sentence and gives a status when one is
/// wrong.
[[nodiscard]] std::optional<Exit> readSharedOptions(const QCommandLineParser& parser, Context& context);

/// For commands that change something: prints the sentence and gives the status when the connection is read-only.
[[nodiscard]] std::optional<Exit> refuseReadOnly(const Context& context);

/// One line on standard error: "lockscopectl: …". What strangers may have put into it is made safe().
void complain(const QString& sentence);
Exit complain(const Error& error);
/// A mistake on the command line, with a pointer to the help.
Exit complainUsage(const QString& sentence);

/// The error with the option, and what was given for it, in front of its sentence.
[[nodiscard]] Error ofOption(Error error, const QString& option, const QString& value);
/// The duration that stands behind an option, or why it is none.
[[nodiscard]] Result<std::chrono::milliseconds> durationOf(const QCommandLineParser& parser, const QString& option);

/// The families of locks that are known, with the user's own; complains of each file that is not used.
[[nodiscard]] std::shared_ptr<const inspect::DialectCatalogue> knownDialects();

/// Whole lines on standard output, flushed at once: others read along. The first one that cannot be written is
/// complained about, and interrupts the command (see Interrupt); nothing is written after it.
void print(const QString& text);
/// A document of its own.
void printDocument(const QJsonObject& json);
/// One line of a stream.
void printLine(const QJsonObject& json);

/// Output is missing: see print(). Any thread.
[[nodiscard]] bool isOutputLost();
/// The status of a command that ended with `status`: where its output is missing, it has not done what it was to do.
[[nodiscard]] int statusWithOutput(int status);

/// A command's own parser: shared options, -h, and what the command adds to parser(). Gives a status when the command
/// must not run.
class CommandLine final {
public:
    /// `applying`: of SharedOptions.
    CommandLine(const QString& command, const QString& description, unsigned applying = EveryOption);

    QCommandLineParser& parser() { return m_parser; }
    [[nodiscard]] std::optional<Exit> parse(const QStringList& arguments, Context& context);

private:
    QCommandLineParser m_parser;
    QString m_command;
    unsigned m_applying;
};

} // namespace lockscope::ctl
