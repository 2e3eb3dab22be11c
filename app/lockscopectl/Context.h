// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"
#include "core/base/Log.h"
#include "core/ensemble/CollectorSettings.h"
#include "core/inspect/DialectFiles.h"
#include "core/inspect/LiveInspector.h"
#include "core/zk/ConnectString.h"

#include <QCommandLineParser>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <chrono>
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

[[nodiscard]] Exit exitFor(const Error& error);

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
    bool json = false;
    std::vector<int> adminPorts{ensemble::defaultAdminPort}; ///< of the AdminServers; none: they are not asked
    bool words = true;                                       ///< four-letter words may be asked
    Log log;                                                 ///< drops everything unless $LOCKSCOPE_DEBUG is set
};

/// The options of every command: where to connect and look, how gently, and whom to ask for sessions. The same before
/// and after the command's name.
void addSharedOptions(QCommandLineParser& parser);

/// Reads the shared options that are set in `parser` into `context`; prints the sentence and gives a status when one is
/// wrong.
[[nodiscard]] std::optional<Exit> readSharedOptions(const QCommandLineParser& parser, Context& context);

/// One line on standard error: "lockscopectl: …". What strangers may have put into it is made safe().
void complain(const QString& sentence);
Exit complain(const Error& error);
/// A mistake on the command line, with a pointer to the help.
Exit complainUsage(const QString& sentence);

/// The families of locks that are known, with the user's own; complains of each file that is not used.
[[nodiscard]] std::shared_ptr<const inspect::DialectCatalogue> knownDialects();

/// Whole lines on standard output, flushed at once: others read along.
void print(const QString& text);
/// A document of its own.
void printDocument(const QJsonObject& json);
/// One line of a stream.
void printLine(const QJsonObject& json);

/// A command's own parser: shared options, -h, and what `configure` adds. Gives a status when the command must not run.
class CommandLine final {
public:
    CommandLine(const QString& command, const QString& description);

    QCommandLineParser& parser() { return m_parser; }
    [[nodiscard]] std::optional<Exit> parse(const QStringList& arguments, Context& context);

private:
    QCommandLineParser m_parser;
    QString m_command;
};

} // namespace lockscope::ctl
