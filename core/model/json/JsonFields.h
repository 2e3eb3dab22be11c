// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Reads a JSON object that people write: says where and why it does not fit, and what to do about it.

#include "core/base/Result.h"
#include "core/queue/NamePattern.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// The first thing that does not fit.
struct JsonFault {
    QString where;        ///< "line 3, column 7", "gate.rule", "examples[1]"
    QString reason;       ///< with what to do
    bool isField = false; ///< where is the name of one
};

/// One object, whose members are taken one by one. After the first fault, which all objects of a document share, it
/// gives out defaults. finish() complains of what nobody took.
class JsonFields final {
public:
    JsonFields(QJsonObject object, QString where, std::optional<JsonFault>& fault);

    /// "gate.rule" of the member "rule" of "gate".
    [[nodiscard]] QString place(const QString& key) const;
    void complain(const QString& key, const std::string& reason);
    /// Of the object as a whole.
    void complain(const std::string& reason);
    /// Gives the value, or complains of the member with the error's sentence.
    template <typename T> [[nodiscard]] T checked(const QString& key, const Result<T>& result)
    {
        if (result)
            return *result;
        complain(key, result.error().detail);
        return T();
    }
    /// Of a member that is not there. Should finish() find one that nobody knows, it is that one mistyped, perhaps: it
    /// is told instead.
    void complainMissing(const QString& key, const std::string& reason);
    [[nodiscard]] bool has(const QString& key);

    /// The member as it is, which counts as taken.
    QJsonValue take(const QString& key);
    std::string text(const QString& key, const std::string& otherwise = {});
    std::string neededText(const QString& key);
    std::vector<std::string> texts(const QString& key);
    /// A text, or a list of them.
    std::vector<std::string> textOrTexts(const QString& key);
    std::vector<queue::NamePattern> patterns(const QString& key);
    bool flag(const QString& key, bool otherwise = false);
    /// A whole number of at least `least`.
    std::int64_t number(const QString& key, std::int64_t least, std::int64_t otherwise);
    int number(const QString& key, int least, int most, int otherwise);
    double real(const QString& key);
    /// "200ms", "2s", or a number of milliseconds.
    std::optional<std::chrono::milliseconds> duration(const QString& key);
    /// The place in `words` of the member's text; 0 when it is not there.
    int word(const QString& key, const QStringList& words);
    std::optional<JsonFields> object(const QString& key);
    std::vector<JsonFields> objects(const QString& key);
    /// An object, or a list of them.
    std::vector<JsonFields> objectOrObjects(const QString& key);
    /// The one of these members that is there; empty, with a complaint, if there are none or several.
    QString oneOf(const QStringList& keys);
    std::optional<queue::NamePattern> pattern(const QJsonValue& value, const QString& key);

    void finish();

private:
    QJsonObject m_object;
    QString m_where;
    std::optional<JsonFault>* m_fault;
    QStringList m_known;
    bool m_lacks = false; ///< the fault is that one of this object's members is missing
};

} // namespace lockscope::inspect
