// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/SecretInput.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

namespace lockscope::ctl {

namespace {

constexpr std::size_t mostBytes = 4'096;
constexpr char ctrlC = '\x03';

constexpr auto passwordVariable = "LOCKSCOPE_PASSWORD";
constexpr auto keyPasswordVariable = "LOCKSCOPE_KEY_PASSWORD";

/// Reads the first line, byte by byte: the bytes after it may be for another reader.
Result<std::string> readLine(int descriptor)
{
    std::string line;
    char c = 0;
    while (line.size() <= mostBytes) {
        const auto count = ::read(descriptor, &c, 1);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return failure(ErrorCode::BadArguments,
                           "read the password from file descriptor " + std::to_string(descriptor), {},
                           std::strerror(errno));
        if (count == 0 || c == '\n')
            break;
        line += c;
    }
    if (line.empty() || line.size() > mostBytes)
        return failure(ErrorCode::BadArguments, "read the password from file descriptor " + std::to_string(descriptor),
                       {},
                       line.empty() ? "no password found. Write the password to the descriptor as one line"
                                    : "the line is too long for a password. Check that this is the right file");
    return line;
}

/// Prompts on the terminal, without echo.
Result<std::string> ask(const std::string& prompt)
{
    const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    termios before{};
    const auto hush = [&] {
        if (terminal < 0 || ::tcgetattr(terminal, &before) != 0)
            return false;
        auto silent = before;
        // Disables the echo, and Ctrl-C, which would leave the terminal without an echo.
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO | ISIG);
        return ::tcsetattr(terminal, TCSAFLUSH, &silent) == 0;
    };
    if (!hush()) {
        auto refused = failure(ErrorCode::System, "ask for the password on", "/dev/tty", std::strerror(errno));
        if (terminal >= 0)
            ::close(terminal);
        return refused;
    }
    [[maybe_unused]] const auto written = ::write(terminal, prompt.data(), prompt.size());
    auto answer = readLine(terminal);
    ::tcsetattr(terminal, TCSAFLUSH, &before);
    [[maybe_unused]] const auto ended = ::write(terminal, "\n", 1);
    ::close(terminal);
    if (answer && answer->find(ctrlC) != std::string::npos)
        return failure(ErrorCode::Cancelled, "ask for the password", {}, "no password was given");
    return answer;
}

/// The password of the user; without a user that of the servers, which only Redis has, or nothing.
Result<std::string> readPassword(const Context& context)
{
    const auto& user = context.profile.user;
    if (user.empty() && !context.target.isRedis())
        return std::string();
    if (context.passwordDescriptor >= 0)
        return readLine(context.passwordDescriptor);
    if (context.environment.password)
        return *context.environment.password;
    if (user.empty())
        return std::string();
    if (::isatty(STDIN_FILENO) != 0)
        return ask(QStringLiteral("Password for %1: ").arg(QString::fromStdString(user)).toStdString());
    return failure(ErrorCode::BadArguments, "connect as", user,
                   QStringLiteral("the password is missing. Use --password-fd, or set $%1")
                       .arg(QLatin1String(passwordVariable))
                       .toStdString());
}

std::optional<std::string> takeVariable(const char* name)
{
    if (!qEnvironmentVariableIsSet(name))
        return std::nullopt;
    const auto value = qgetenv(name).toStdString();
    qunsetenv(name);
    return value;
}

} // namespace

void takeSecretsFromEnvironment(Context& context)
{
    context.environment.password = takeVariable(passwordVariable);
    context.environment.keyPassword = takeVariable(keyPasswordVariable);
}

Result<connect::Secrets> readSecrets(const Context& context)
{
    if (*context.secrets)
        return **context.secrets;
    auto password = readPassword(context);
    if (!password)
        return failure(password.error());
    connect::Secrets secrets;
    secrets.password = *std::move(password);
    if (context.profile.tls && context.environment.keyPassword)
        secrets.keyPassword = *context.environment.keyPassword;
    *context.secrets = secrets;
    return secrets;
}

} // namespace lockscope::ctl
