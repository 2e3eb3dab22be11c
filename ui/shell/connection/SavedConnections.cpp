// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/SavedConnections.h"

#include "core/connect/ThreadTasks.h"
#include "ui/models/text/Formatting.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace lockscope::ui {

namespace {

QString sentenceOf(const Error& error)
{
    return errorSentence(error);
}

} // namespace

SavedConnections::SavedConnections(connect::ProfileFile file, QObject* parent)
    : QObject(parent)
    , m_file(std::move(file))
{
    m_disk.setMaxThreadCount(1);
}

SavedConnections::~SavedConnections()
{
    m_disk.waitForDone();
}

void SavedConnections::load()
{
    order([] { return Result<void>(); }, [](const Result<void>&) {});
}

void SavedConnections::find(const std::string& name)
{
    const auto one = std::make_shared<connect::Profile>();
    const auto look = [file = m_file, name, one]() -> Result<void> {
        auto there = file.find(name);
        if (!there)
            return failure(there.error());
        *one = *std::move(there);
        return {};
    };
    order(look, [this, one](const Result<void>& done) {
        if (done)
            Q_EMIT found(*one);
        else
            Q_EMIT failed(sentenceOf(done.error()));
    });
}

std::optional<connect::Profile> SavedConnections::listed(const std::string& name) const
{
    const auto one =
        std::find_if(m_list.begin(), m_list.end(), [&](const connect::Profile& each) { return each.name == name; });
    return one == m_list.end() ? std::nullopt : std::optional(*one);
}

void SavedConnections::keep(const connect::Profile& profile, const std::string& replaced)
{
    order([file = m_file, profile, replaced] { return file.keep(profile, replaced); },
          [this, profile, before = listed(replaced)](const Result<void>& done) {
              if (!done) {
                  Q_EMIT keepFailed(sentenceOf(done.error()));
                  return;
              }
              if (before)
                  Q_EMIT rewritten(*before, profile);
              Q_EMIT kept();
          });
}

void SavedConnections::forget(const std::string& name)
{
    order([file = m_file, name] { return file.forget(name); },
          [this, before = listed(name)](const Result<void>& done) {
              if (!done)
                  Q_EMIT failed(sentenceOf(done.error()));
              else if (before)
                  Q_EMIT forgotten(*before);
          });
}

void SavedConnections::order(std::function<Result<void>()> change, std::function<void(const Result<void>&)> then)
{
    ensemble::runInPool(m_disk, [this, file = m_file, change = std::move(change), then = std::move(then)] {
        auto done = change();
        auto list = done ? file.load() : Result<List>(failure(done.error()));
        ensemble::runLater(this, [this, done = std::move(done), list = std::move(list), then] {
            if (list && *list != m_list) {
                m_list = *list;
                Q_EMIT changed();
            }
            then(done);
            if (done && !list)
                Q_EMIT failed(sentenceOf(list.error()));
        });
    });
}

} // namespace lockscope::ui

#include "moc_SavedConnections.cpp"
