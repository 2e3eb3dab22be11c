// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/DialectFiles.h"

#include "core/base/Phrase.h"
#include "core/model/json/JsonPlaces.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/DialectReader.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

#include <algorithm>

/// Outside every namespace, as Qt requires for resources in a static library.
static void initDialectResources()
{
    Q_INIT_RESOURCE(dialects);
}

namespace lockscope::inspect {

namespace {

using namespace Qt::StringLiterals;

constexpr qint64 largestFile = qint64(256) * 1024;

/// The dialects of one folder, and the files that could not be read.
struct Folder {
    std::vector<Dialect> dialects;
    QStringList names; ///< names of the dialects' files
    std::vector<DialectProblem> problems;
};

/// The dialect of a file with this text, or why it is none.
tl::expected<Dialect, DialectProblem> dialectIn(const QString& path, const tl::expected<QByteArray, JsonFault>& json)
{
    if (!json)
        return tl::unexpected(dialectProblem(path, json.error(), {}));
    auto dialect = readDialect(*json);
    if (!dialect)
        return tl::unexpected(dialectProblem(path, dialect.error(), *json));
    return *std::move(dialect);
}

Folder readFolder(const QString& path)
{
    Folder folder;
    for (const auto& file : dialectFilesIn(path)) {
        const auto json = readDialectText(file);
        if (json && isRedisDialect(*json))
            continue;
        auto dialect = dialectIn(file, json);
        if (!dialect) {
            folder.problems.push_back(dialect.error());
            continue;
        }
        const auto before = std::find_if(folder.dialects.begin(), folder.dialects.end(),
                                         [&](const Dialect& other) { return other.id == dialect->id; });
        if (before != folder.dialects.end()) {
            folder.problems.push_back(
                dialectIdProblem(file, dialect->id, folder.names.at(before - folder.dialects.begin())));
        } else {
            folder.dialects.push_back(*std::move(dialect));
            folder.names.append(QFileInfo(file).fileName());
        }
    }
    return folder;
}

std::vector<Dialect> shipped()
{
    initDialects();
    return readFolder(u":/dialects"_s).dialects; // a test checks that each file is valid
}

} // namespace

std::string describe(const DialectProblem& problem)
{
    const auto reason = problem.where.empty() ? problem.reason : phrase("%1: %2", problem.where, problem.reason);
    return phrase("%1: %2. The file is not used until it is corrected", problem.file, reason);
}

const std::shared_ptr<const DialectCatalogue>& builtinDialects()
{
    static const auto catalogue = std::make_shared<const DialectCatalogue>(shipped());
    return catalogue;
}

void completeByDialect(Lock& lock)
{
    const auto* dialect = builtinDialects()->find(lock.dialect);
    lock.isElection = isElection(lock, dialect);
    lock.mayBePersistent = dialect && dialect->persistence != Persistence::Never;
}

DialectLoad loadDialects(const QString& folder)
{
    auto own = readFolder(folder);
    if (own.dialects.empty())
        return {builtinDialects(), std::move(own.problems)};
    auto dialects = std::move(own.dialects);
    const auto mine = dialects.size();
    for (auto& dialect : shipped()) {
        const auto end = dialects.begin() + static_cast<std::ptrdiff_t>(mine);
        if (std::none_of(dialects.begin(), end, [&](const Dialect& other) { return other.id == dialect.id; }))
            dialects.push_back(std::move(dialect));
    }
    return {std::make_shared<const DialectCatalogue>(std::move(dialects)), std::move(own.problems)};
}

DialectCheck checkDialectFile(const QString& path)
{
    const auto dialect = dialectIn(path, readDialectText(path));
    if (!dialect)
        return {{}, {}, 0, false, dialect.error()};
    return {dialect->id, dialect->title, dialect->examples.size(), builtinDialects()->find(dialect->id) != nullptr,
            std::nullopt};
}

tl::expected<QByteArray, JsonFault> readDialectText(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return tl::unexpected(
            JsonFault{{}, QString::fromStdString(phrase("the file cannot be read: %1", file.errorString()))});
    auto json = file.read(largestFile + 1);
    if (json.size() > largestFile)
        return tl::unexpected(
            JsonFault{{},
                      QString::fromStdString(
                          phrase("the file is larger than %1 KiB, the limit for a dialect", largestFile / 1024))});
    return json;
}

bool isRedisDialect(const QByteArray& json)
{
    return QJsonDocument::fromJson(json).object().value(u"backend"_s) == u"redis"_s;
}

DialectProblem dialectProblem(const QString& file, JsonFault fault, const QByteArray& json)
{
    if (fault.isField)
        fault.where =
            QString::fromStdString(phrase("%1, field %2", console::JsonPlaces(json).of(fault.where), fault.where));
    return {file.toStdString(), fault.where.toStdString(), fault.reason.toStdString()};
}

DialectProblem dialectIdProblem(const QString& file, const std::string& id, const QString& other)
{
    return {file.toStdString(), "field id",
            phrase("the id \"%2\" is already used by %1 in the same folder. Lockscope uses that file because its name "
                   "sorts first. Change one of the ids",
                   other, id)};
}

void initDialects()
{
    initDialectResources();
}

std::vector<QString> dialectFilesIn(const QString& folder)
{
    const QDir directory(folder);
    std::vector<QString> files;
    for (const auto& name : directory.entryList({u"*.json"_s}, QDir::Files | QDir::System, QDir::Name))
        files.push_back(directory.filePath(name));
    return files;
}

QString userDialectFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/lockscope/dialects"_s;
}

} // namespace lockscope::inspect
