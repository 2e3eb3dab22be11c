// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/discovery/KeyScan.h"

#include "core/base/Phrase.h"
#include "core/redis/ConnectionError.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace lockscope::inspect {

namespace {

constexpr std::string_view firstCursor = "0";

struct Page {
    std::string cursor;
    std::vector<std::string> keys;
};

Result<Page> pageOf(const redis::Value& reply)
{
    const auto& items = reply.items();
    if (items.size() != 2 || items[0].kind() != redis::Value::Kind::String ||
        items[1].kind() != redis::Value::Kind::Array)
        return failure(ErrorCode::System, phraseLater("scan the keys"), {},
                       phrase("the server answered %1", redis::toString(reply)));
    Page page{items[0].text(), {}};
    page.keys.reserve(items[1].items().size());
    for (const auto& key : items[1].items())
        page.keys.push_back(key.text());
    return page;
}

} // namespace

struct KeyScan::Run {
    Reply<void> done;
    std::set<redis::Address> begun;
    std::map<redis::Address, Subscription> open; ///< with the timer of the next call
    std::optional<Error> refusal;                ///< the first one of a master
};

KeyScan::KeyScan(redis::Client& client, Settings settings, Take take)
    : m_client(client)
    , m_settings(std::move(settings))
    , m_take(std::move(take))
{
}

KeyScan::~KeyScan() = default;

void KeyScan::start(Reply<void> done)
{
    m_run = std::make_shared<Run>();
    m_run->done = std::move(done);
    scanNewMasters();
}

void KeyScan::scanNewMasters()
{
    const auto run = m_run;
    for (const auto& master : m_client.masters()) {
        if (run->begun.insert(master).second) {
            run->open.try_emplace(master);
            next(master, std::string(firstCursor));
        }
    }
    if (run->begun.empty()) {
        m_client.executor().post([this, weak = std::weak_ptr(run)] {
            if (!weak.expired())
                finish(failure(ErrorCode::NoConnection, phraseLater("scan the keys"), {}, m_client.status().detail));
        });
    } else if (run->open.empty()) {
        finish(run->refusal ? Result<void>(failure(*run->refusal)) : Result<void>());
    }
}

void KeyScan::scan(const redis::Address& master, const std::string& cursor)
{
    redis::Command command{"SCAN", cursor, "COUNT", std::to_string(m_settings.count)};
    if (!m_settings.pattern.empty())
        command.insert(command.end(), {"MATCH", m_settings.pattern});
    if (!m_settings.type.empty())
        command.insert(command.end(), {"TYPE", m_settings.type});
    ++m_calls;
    m_client.sendTo(master, std::move(command), redis::Access::Read,
                    [this, weak = std::weak_ptr(m_run), master](const Result<redis::Value>& reply) {
                        if (!weak.expired())
                            onReply(master, reply);
                    });
}

void KeyScan::onReply(const redis::Address& master, const Result<redis::Value>& reply)
{
    auto page = reply ? pageOf(*reply) : Result<Page>(failure(reply.error()));
    if (!page && redis::isConnectionError(page.error())) {
        finish(failure(page.error()));
        return;
    }
    if (!page) {
        onRefused(master, page.error());
        return;
    }
    const auto run = m_run;
    if (!page->keys.empty())
        m_take(master, std::move(page->keys));
    if (m_run != run)
        return; // the handler began another scan
    if (page->cursor != firstCursor) {
        next(master, std::move(page->cursor));
        return;
    }
    endMaster(master);
}

/// The others are scanned: the rights of a user may differ from server to server.
void KeyScan::onRefused(const redis::Address& master, Error error)
{
    if (m_run->begun.size() > 1)
        error.detail = phrase("%1: %2", redis::toString(master), error.detail);
    if (!m_run->refusal)
        m_run->refusal = std::move(error);
    endMaster(master);
}

void KeyScan::endMaster(const redis::Address& master)
{
    m_run->open.erase(master);
    if (m_run->open.empty())
        scanNewMasters(); // a master that has left has passed its slots to one of them
}

void KeyScan::next(const redis::Address& master, std::string cursor)
{
    if (m_settings.callsPerSecond <= 0) {
        scan(master, cursor);
        return;
    }
    const auto now = m_client.executor().clock().now();
    const auto pause =
        std::chrono::duration_cast<Duration>(std::chrono::duration<double>(1 / m_settings.callsPerSecond));
    m_nextCall = std::max(now, m_nextCall + pause);
    m_run->open[master] = m_client.executor().after(
        m_nextCall - now, [this, weak = std::weak_ptr(m_run), master, cursor = std::move(cursor)] {
            if (!weak.expired())
                scan(master, cursor);
        });
}

void KeyScan::delay(Duration by)
{
    m_nextCall = std::max(m_client.executor().clock().now(), m_nextCall) + by;
}

void KeyScan::finish(Result<void> result)
{
    const auto run = std::exchange(m_run, nullptr);
    run->done(std::move(result));
}

} // namespace lockscope::inspect
