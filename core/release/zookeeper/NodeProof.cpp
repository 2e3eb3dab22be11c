// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/zookeeper/NodeProof.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/zk/CreateCounter.h"

#include <algorithm>
#include <charconv>

namespace lockscope::release {

namespace {

bool isHex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// "_c_" and a GUID, with dashes (Apache Curator, ProtectedUtils) or without (go-zookeeper). Both create a new one for
/// each attempt. Kazoo and Accumulo keep theirs for the lifetime of the lock object.
bool hasAttemptGuid(std::string_view name)
{
    constexpr std::string_view mark = "_c_";
    if (!name.starts_with(mark))
        return false;
    name.remove_prefix(mark.size());
    std::size_t digits = 0;
    for (const char c : name) {
        if (isHex(c))
            ++digits;
        else if (c != '-')
            break;
        if (digits == 32)
            return true;
    }
    return false;
}

/// The sequence number at the end, in the server's format: ten digits.
std::optional<std::uint32_t> numberAtEnd(std::string_view name)
{
    constexpr std::size_t width = 10;
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (name.size() < width || (name.size() > width && isDigit(name[name.size() - width - 1])))
        return std::nullopt;
    const auto digits = name.substr(name.size() - width);
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool isNumber = std::all_of(digits.begin(), digits.end(), isDigit) && error == std::errc();
    return isNumber && end == digits.data() + digits.size() ? std::optional(number) : std::nullopt;
}

std::string whyNoOtherNode(NameReuse reuse)
{
    return reuse == NameReuse::Never
               ? phrase("The name contains a GUID, so no other node can get this name.")
               : phrase("The server does not assign this number again while the directory exists.");
}

/// The promise without the parent's counter.
GuardPromise promiseWithoutProbe(NameReuse reuse, const std::string& why)
{
    if (reuse == NameReuse::Anytime)
        return {GuardProof::None,
                sentences(why, phrase("Another node could get this name at any time, and nothing can prevent the "
                                      "release from deleting that node instead. The release is refused."))};
    return {GuardProof::Version,
            sentences(sentences(why, phrase("The node is deleted by its version instead.")), whyNoOtherNode(reuse))};
}

/// The case that the guard does not exclude, that the directory itself is replaced; empty if it is excluded.
std::string doubtAbove(const std::vector<ProbePlace>& places)
{
    for (auto place = places.begin() + 1; place != places.end(); ++place) {
        if (zk::isCounterExhausted(place->created))
            return phrase("The create counter of %2 is exhausted. One case is therefore not excluded: %1 is deleted "
                          "and created again at the same moment.",
                          places.front().path, place->path);
        if (place->mayProbe == Allowed::No)
            return phrase("The CREATE and DELETE permissions on %2 are missing. One case is therefore not excluded: %1 "
                          "is deleted and created again at the same moment.",
                          places.front().path, place->path);
        if (place->mayProbe == Allowed::Unknown)
            return phrase("It is unknown whether %1 may be written. If not, one case is not excluded: %2 is deleted "
                          "and created again at the same moment.",
                          place->path, places.front().path);
    }
    return {};
}

} // namespace

NameReuse reuseOf(std::string_view name, std::string_view dialect, std::uint32_t created)
{
    if (hasAttemptGuid(name))
        return NameReuse::Never;
    // Solr's clients reuse the number of another node (LeaderElector, joinAtHead).
    const auto number = numberAtEnd(name);
    const bool isNumbered = number && *number < created && dialect != "solr-election";
    return isNumbered ? NameReuse::WithNewParent : NameReuse::Anytime;
}

GuardPromise promiseOf(NameReuse reuse, const std::vector<ProbePlace>& places, int tries)
{
    const auto& parent = places.front();
    if (zk::isCounterExhausted(parent.created)) {
        // The server then assigns the last number repeatedly.
        return promiseWithoutProbe(reuse == NameReuse::Never ? reuse : NameReuse::Anytime,
                                   phrase("The create counter of %1 is exhausted, so it proves nothing.", parent.path));
    }
    if (parent.mayProbe == Allowed::No)
        return promiseWithoutProbe(reuse, phrase("The CREATE permission on %1 is missing, so no transaction can prove "
                                                 "that no child was created since the node was verified.",
                                                 parent.path));
    const auto doubt = doubtAbove(places);
    auto text = doubt.empty() ? phrase("Lockscope deletes the node only if it is still this node.") : std::string();
    text = sentences(text, phrase("One transaction deletes the node only if no child was created in %1 since the node "
                                  "was verified.",
                                  parent.path));
    if (parent.mayProbe == Allowed::Unknown)
        text = sentences(text, reuse == NameReuse::Anytime
                                   ? phrase("This needs the CREATE permission, which is unknown. Without it the "
                                            "release is refused.")
                                   : phrase("This needs the CREATE permission, which is unknown. Without it the node "
                                            "is deleted by its version."));
    text = sentences(text, reuse == NameReuse::Anytime
                               ? phrase("If children are created in each of %1 attempts, nothing is deleted: another "
                                        "node could get this name.",
                                        tries)
                               : phrase("If children are created in each of %1 attempts, the node is deleted by its "
                                        "version.",
                                        tries));
    if (reuse != NameReuse::Anytime)
        text = sentences(text, whyNoOtherNode(reuse));
    return {GuardProof::Counter, sentences(text, doubt)};
}

std::vector<std::string> probePlaces(const std::string& nodePath, NameReuse reuse)
{
    return reuse == NameReuse::Never ? std::vector{parentOf(nodePath)} : zk::ancestorsOf(nodePath);
}

} // namespace lockscope::release
