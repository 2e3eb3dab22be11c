// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::console {

/// One object of a scenario file, whose members are taken one by one. All objects of a file share the first complaint;
/// after it they give out defaults. finish() complains of what nobody took.
class ScenarioFields final {
public:
    struct Complaint {
        QString member; ///< "steps[2].do"; empty: the file as a whole
        QString reason; ///< with what to do
    };

    ScenarioFields(QJsonObject object, QString where, std::optional<Complaint>& complaint);

    void complain(const QString& key, const std::string& reason);
    /// Of a member that is not there. Should finish() find one that nobody knows, it is that one mistyped, perhaps: it
    /// is told instead.
    void complainMissing(const QString& key, const std::string& reason);
    /// Gives the value, or complains of the member with the error's sentence.
    template <typename T> [[nodiscard]] T checked(const QString& key, const Result<T>& result, T otherwise = T())
    {
        if (result)
            return *result;
        complain(key, result.error().detail);
        return otherwise;
    }

    [[nodiscard]] bool has(const QString& key);
    [[nodiscard]] std::string text(const QString& key, const std::string& otherwise = {});
    [[nodiscard]] std::string neededText(const QString& key);
    /// A text, or a list of them.
    [[nodiscard]] std::vector<std::string> texts(const QString& key);
    [[nodiscard]] bool flag(const QString& key, bool otherwise);
    [[nodiscard]] int number(const QString& key, int least, int most, int otherwise);
    /// "200ms", "2s", or a number of milliseconds.
    [[nodiscard]] std::optional<std::chrono::milliseconds> duration(const QString& key);
    [[nodiscard]] std::optional<ScenarioFields> object(const QString& key);
    [[nodiscard]] std::vector<ScenarioFields> objects(const QString& key);
    void finish();

private:
    [[nodiscard]] QString place(const QString& key) const;
    [[nodiscard]] QJsonValue take(const QString& key);

    QJsonObject m_object;
    QString m_where;
    std::optional<Complaint>* m_complaint;
    QStringList m_known;
    bool m_lacks = false; ///< the complaint is that one of this object's members is missing
};

} // namespace lockscope::console
