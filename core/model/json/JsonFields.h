// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Reads a hand-written JSON object. A fault has the place, the reason and the correction.

#include "core/base/Result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// The first fault in a document.
struct JsonFault {
    QString where;        ///< "line 3, column 7", "gate.rule", "examples[1]"
    QString reason;       ///< with its correction
    bool isField = false; ///< `where` is the name of a member
};

/// The value as in the document, shortened, for a fault's reason.
[[nodiscard]] QString quoted(const QJsonValue& value);
/// The reason of a fault of a value that must be a string and is not.
[[nodiscard]] std::string notString(const QJsonValue& value);

/// One object, whose members are read one by one. All objects of a document share the first fault; after it, reads
/// return defaults. finish() reports members that were never read.
class JsonFields final {
public:
    JsonFields(QJsonObject object, QString where, std::optional<JsonFault>& fault);

    /// "gate.rule" for the member "rule" of "gate".
    [[nodiscard]] QString place(const QString& key) const;
    void complain(const QString& key, const std::string& reason);
    /// Reports a fault of the object as a whole.
    void complain(const std::string& reason);
    /// Returns the value, or reports a fault of the member with the error's detail.
    template <typename T> [[nodiscard]] T checked(const QString& key, const Result<T>& result)
    {
        if (result)
            return *result;
        complain(key, result.error().detail);
        return T();
    }
    /// Reports a missing member. If finish() finds an unknown member, that is reported instead: it may be the missing
    /// one, misspelt.
    void complainMissing(const QString& key, const std::string& reason);
    [[nodiscard]] bool has(const QString& key);

    /// The member as it is; marks it as read.
    QJsonValue take(const QString& key);
    std::string text(const QString& key, const std::string& otherwise = {});
    std::string neededText(const QString& key);
    std::vector<std::string> texts(const QString& key);
    /// A text, or a list of texts.
    std::vector<std::string> textOrTexts(const QString& key);
    bool flag(const QString& key, bool otherwise = false);
    /// An integer of at least `least`.
    std::int64_t number(const QString& key, std::int64_t least, std::int64_t otherwise);
    int number(const QString& key, int least, int most, int otherwise);
    double real(const QString& key);
    /// "200ms", "2s", or a number of milliseconds.
    std::optional<std::chrono::milliseconds> duration(const QString& key);
    /// The index in `words` of the member's text; 0 when the member is missing.
    int word(const QString& key, const QStringList& words);
    std::optional<JsonFields> object(const QString& key);
    std::vector<JsonFields> objects(const QString& key);
    /// An object, or a list of objects.
    std::vector<JsonFields> objectOrObjects(const QString& key);
    /// The only one of these members that exists; empty, with a fault, if there is none or there are several.
    QString oneOf(const QStringList& keys);

    void finish();

private:
    QJsonObject m_object;
    QString m_where;
    std::optional<JsonFault>* m_fault;
    QStringList m_known;
    bool m_lacks = false; ///< the fault is a missing member of this object
};

} // namespace lockscope::inspect
