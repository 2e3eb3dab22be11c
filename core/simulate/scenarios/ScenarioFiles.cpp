// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/ScenarioFiles.h"

#include "core/base/Phrase.h"
#include "core/simulate/scenarios/ScenarioReader.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <map>

/// Outside of every namespace, as Qt requires for resources in a static library.
static void initScenarioResources()
{
    Q_INIT_RESOURCE(scenarios);
}

namespace lockscope::console {

namespace {

constexpr qint64 largestFile = qint64(256) * 1024;

Result<Scenario> readFile(const QString& path)
{
    const auto bad = [&](const std::string& reason) {
        return failure(ErrorCode::BadArguments, phraseLater("read the scenario"), path.toStdString(), reason);
    };
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return bad(phrase("the file cannot be read: %1", file.errorString()));
    const QByteArray json = file.read(largestFile + 1);
    if (json.size() > largestFile)
        return bad(phrase("the file is larger than %1 KiB, the limit for a scenario", largestFile / 1024));
    return readScenario(json, QFileInfo(path).completeBaseName().toStdString(), path.toStdString());
}

void readFolder(const QString& path, std::map<std::string, Scenario>& scenarios, std::vector<Error>& problems)
{
    const QDir directory(path);
    for (const QString& name :
         directory.entryList({QStringLiteral("*.json")}, QDir::Files | QDir::System, QDir::Name)) {
        auto scenario = readFile(directory.filePath(name));
        if (!scenario) {
            problems.push_back(scenario.error());
            continue;
        }
        const auto id = scenario->id;
        scenarios.insert_or_assign(id, *std::move(scenario));
    }
}

} // namespace

ScenarioList loadScenarios(const QString& folder)
{
    initScenarioResources();
    std::map<std::string, Scenario> scenarios;
    ScenarioList list;
    readFolder(QStringLiteral(":/scenarios"), scenarios, list.problems); // a test checks that each file is valid
    if (!folder.isEmpty())
        readFolder(folder, scenarios, list.problems);
    for (auto& scenario : scenarios)
        list.scenarios.push_back(std::move(scenario.second));
    return list;
}

QString userScenarioFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
           QStringLiteral("/lockscope/scenarios");
}

Result<Scenario> findScenario(const QString& nameOrFile, const QString& folder)
{
    initScenarioResources();
    if (nameOrFile.contains(u'/') || nameOrFile.endsWith(QStringLiteral(".json")))
        return readFile(nameOrFile);
    for (const QString& place : {folder, QStringLiteral(":/scenarios")}) {
        const QString file = place + u'/' + nameOrFile + QStringLiteral(".json");
        if (!place.isEmpty() && QFile::exists(file))
            return readFile(file);
    }
    std::vector<std::string> names;
    for (const Scenario& scenario : loadScenarios(folder).scenarios)
        names.push_back(scenario.id);
    return failure(ErrorCode::BadArguments, phraseLater("run"), nameOrFile.toStdString(),
                   phrase("no such scenario. Use one of %1, or the path of a file", listed(names)));
}

} // namespace lockscope::console
