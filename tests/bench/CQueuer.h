// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// One client of the bare C programs: a lock whose every step runs in the C client's callbacks, without a library.

#include "tests/bench/CTimeline.h"

#include <array>
#include <string>
#include <vector>

namespace lockscope::bench {

/// A hand-over, in each: one transaction deletes the node and queues again, and the next client is notified of it.
enum class CRecipe {
    Alone, ///< no hand-over: create and listing pipelined, then delete
    /// The same four requests as the library: exists() reads the own node's czxid, get() watches the predecessor, and
    /// a listing follows the event. The queue that a holder saw tells it its next predecessor, if no other client
    /// queued in between. Sorts the names.
    Twin,
    Scan, ///< Twin, but looks for the greatest number below its own, and does not sort
    /// Two requests: every client watches the number before its own, and its deletion is the grant. The least that a
    /// queue of nodes can cost, and no lock: valid only while clients queue in turn and none leaves the middle.
    Ring
};

/// With its session. After begin() confined to the thread of the session's callbacks. Its sessions outlive it.
class CQueuer final {
public:
    CQueuer(CSessions& sessions, const std::string& servers, std::string directory, CRecipe recipe,
            CTimeline& timeline);
    ~CQueuer();
    CQueuer(const CQueuer&) = delete;
    CQueuer& operator=(const CQueuer&) = delete;

    /// Counts as finished.
    void makeDirectory();
    /// Queues, until the timeline is over.
    void begin();

private:
    bool sent(int rc, const char* what);
    bool succeeded(int rc, const char* what);
    void list();
    void watch(const std::string& path);
    void granted();
    void queueAgain();
    void readSorted(const String_vector& names);
    void readScanning(const String_vector& names);

    static CQueuer& from(const void* context) { return *static_cast<CQueuer*>(const_cast<void*>(context)); }
    static void onSession(zhandle_t* handle, int type, int state, const char* path, void* context);
    static void onDirectory(int rc, const char* path, const void* context);
    static void onCreated(int rc, const char* path, const Stat* stat, const void* context);
    static void onListed(int rc, const String_vector* names, const void* context);
    static void onWatched(int rc, const char* data, int size, const Stat* stat, const void* context);
    static void onEvent(zhandle_t* handle, int type, int state, const char* path, void* context);
    static void onQueuedAgain(int rc, const void* context);
    static void onOwnSeen(int rc, const Stat* stat, const void* context);
    static void onDeleted(int rc, const void* context);

    CSessions& m_sessions;
    CTimeline& m_timeline;
    std::string m_directory;
    std::string m_prefix; ///< of the nodes' paths, as long as that of the library
    CRecipe m_recipe;
    SteadyTime m_from{};
    std::string m_own;     ///< the path of its node
    std::string m_last;    ///< the path of the last node of the queue when it acquired; its own if there was none
    std::string m_leaving; ///< the path of the node to delete
    std::array<zoo_op_t, 2> m_steps{};
    std::array<zoo_op_result_t, 2> m_results{};
    std::array<char, 256> m_made{};
    zhandle_t* m_handle;
};

} // namespace lockscope::bench
