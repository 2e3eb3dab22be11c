// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/zookeeper/Visibility.h"

#include "core/base/Phrase.h"
#include "core/queue/NamePattern.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace lockscope::inspect {

namespace {

constexpr std::size_t hexLength = 32;
constexpr std::size_t uuidLength = 36;

bool isHex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool startsWithHex(std::string_view text)
{
    return text.size() >= hexLength && std::all_of(text.begin(), text.begin() + hexLength, isHex);
}

bool startsWithUuid(std::string_view text)
{
    if (text.size() < uuidLength)
        return false;
    for (std::size_t i = 0; i < uuidLength; ++i) {
        const bool isDash = i == 8 || i == 13 || i == 18 || i == 23;
        if (isDash ? text[i] != '-' : !isHex(text[i]))
            return false;
    }
    return true;
}

/// A session id with a letter, or with 16 digits, is hexadecimal.
Writer recipeOf(std::string_view session)
{
    const bool isNegative = session.starts_with('-');
    const auto digits = session.substr(isNegative ? 1 : 0);
    if (!digits.empty() && std::all_of(digits.begin(), digits.end(), isDigit) && (isNegative || digits.size() != 16))
        return Writer::JavaRecipe;
    return session.size() == 16 && std::all_of(session.begin(), session.end(), isHex) ? Writer::CRecipe
                                                                                      : Writer::Unknown;
}

/// The name without the sequence number, which has 10 or 11 characters.
std::string_view withoutNumber(std::string_view node)
{
    constexpr std::size_t numberLength = 10;
    auto stem = node.substr(0, node.size() - std::min(node.size(), numberLength));
    return stem.ends_with("--") ? stem.substr(0, stem.size() - 1) : stem;
}

// Rows: the waiter. Columns: the node: Curator, go-zookeeper, Kazoo, Kazoo as Curator, C recipe, Java recipe, plain,
// Curator read/write. Sources: Curator LockInternals.getSortedChildren and StandardLockInternalsDriver (sorts by the
// text after "lock-", so that other names sort after all numbers), InterProcessReadWriteLock (the same, by its own
// markers); Kazoo recipe/lock.py (a regular expression of its markers); go-zookeeper lock.go (parseSeq fails on unknown
// names); ZooKeeper zoo_lock.c (text after the last '-'; crashes without one), WriteLock.java and ZNodeName.java (the
// number after the last '-'). That Curator and Kazoo ignore each other was tested with both.
constexpr auto ok = Sight::Sees;
constexpr auto no = Sight::Ignores;
constexpr auto er = Sight::Fails;
constexpr std::size_t columns = 8;
constexpr std::array<std::array<Sight, columns>, columns> matrix{{
    {ok, ok, no, ok, no, no, no, no}, // Curator
    {ok, ok, ok, ok, er, er, er, ok}, // go-zookeeper
    {no, no, ok, no, no, no, no, no}, // Kazoo
    {ok, ok, no, ok, no, no, no, no}, // Kazoo as Curator
    {ok, ok, er, ok, ok, ok, er, no}, // C recipe
    {ok, ok, no, ok, ok, ok, no, no}, // Java recipe
    {Sight::Unknown, Sight::Unknown, Sight::Unknown, Sight::Unknown, Sight::Unknown, Sight::Unknown, Sight::Unknown,
     Sight::Unknown},                 // plain: of an unknown library
    {no, no, no, no, no, no, no, ok}, // Curator read/write
}};

} // namespace

Writer writerOf(std::string_view node)
{
    if (!queue::sequenceOf(node))
        return Writer::Unknown;
    const auto stem = withoutNumber(node);
    if (stem.ends_with("__READ__") || stem.ends_with("__WRIT__"))
        return Writer::CuratorReadWrite;
    if (stem.ends_with("__lock__") || stem.ends_with("__rlock__"))
        return startsWithHex(stem) ? Writer::Kazoo : Writer::Unknown;
    if (stem.ends_with("lock-")) {
        if (stem.starts_with("_c_") && startsWithUuid(stem.substr(3)))
            return Writer::Curator;
        if (stem.starts_with("_c_") && startsWithHex(stem.substr(3)))
            return Writer::GoZooKeeper;
        if (startsWithHex(stem) && stem.size() <= hexLength + 6)
            return Writer::KazooAsCurator;
        return stem == "lock-" || stem.ends_with("-lock-") ? Writer::Documented : Writer::Unknown;
    }
    if (stem.starts_with("x-") && stem.ends_with('-') && stem.size() > 3)
        return recipeOf(stem.substr(2, stem.size() - 3));
    if (stem == "ex" || stem == "sh" || stem == "member_" || stem == "n_")
        return Writer::Plain;
    return Writer::Unknown;
}

std::string_view toString(Writer writer)
{
    switch (writer) {
    case Writer::Curator:
        return "Curator";
    case Writer::GoZooKeeper:
        return "go-zookeeper";
    case Writer::Kazoo:
        return "Kazoo";
    case Writer::KazooAsCurator:
        return phraseLater("Kazoo with Curator's names");
    case Writer::CRecipe:
        return phraseLater("ZooKeeper C recipe");
    case Writer::JavaRecipe:
        return phraseLater("ZooKeeper Java recipe");
    case Writer::Plain:
        return phraseLater("plain node names");
    case Writer::CuratorReadWrite:
        return phraseLater("Curator read/write lock");
    case Writer::Documented:
        return phraseLater("Documented lock recipe");
    case Writer::Unknown:
        break;
    }
    return phraseLater("others");
}

Sight sightOf(Writer waiter, Writer node)
{
    const auto row = static_cast<std::size_t>(waiter);
    const auto column = static_cast<std::size_t>(node);
    if (waiter == node && waiter != Writer::Unknown)
        return Sight::Sees;
    if (node == Writer::Documented && row < columns) {
        // Curator, compatible clients and go-zookeeper use the text after "lock-", the recipes after the last dash.
        if (waiter == Writer::Kazoo || waiter == Writer::CuratorReadWrite)
            return Sight::Ignores;
        return waiter == Writer::Plain ? Sight::Unknown : Sight::Sees;
    }
    return row < columns && column < columns ? matrix[row][column] : Sight::Unknown;
}

} // namespace lockscope::inspect
