// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/zk/NameService.h"

#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <dlfcn.h>
#include <netdb.h>

namespace lockscope::test {

namespace {

struct Names {
    std::mutex mutex;
    std::map<std::string, MadeUpName> answers;
    std::map<std::string, int> lookUps;
};

Names& names()
{
    static Names all;
    return all;
}

std::optional<MadeUpName> answerFor(const std::string& name)
{
    auto& all = names();
    const std::lock_guard lock(all.mutex);
    const auto found = all.answers.find(name);
    if (found == all.answers.end())
        return {};
    ++all.lookUps[name];
    return found->second;
}

using LookUp = int (*)(const char*, const char*, const addrinfo*, addrinfo**);

LookUp systemLookUp()
{
    static const auto function = reinterpret_cast<LookUp>(::dlsym(RTLD_NEXT, "getaddrinfo"));
    return function;
}

/// The system's answer for each numeric address, chained: freeaddrinfo() frees them one by one.
int lookUpAll(const std::vector<std::string>& addresses, const char* service, const addrinfo* wanted, addrinfo** found)
{
    addrinfo hints{};
    if (wanted)
        hints = *wanted;
    hints.ai_flags = (hints.ai_flags & ~AI_ADDRCONFIG) | AI_NUMERICHOST;
    *found = nullptr;
    for (const auto& address : addresses) {
        addrinfo* next = nullptr;
        if (systemLookUp()(address.c_str(), service, &hints, &next) != 0)
            continue; // of the other address family
        auto** end = found;
        while (*end)
            end = &(*end)->ai_next;
        *end = next;
    }
    return *found ? 0 : EAI_NONAME;
}

} // namespace

void makeUpName(const std::string& name, MadeUpName answer)
{
    auto& all = names();
    const std::lock_guard lock(all.mutex);
    all.answers[name] = std::move(answer);
}

int lookUpsOf(const std::string& name)
{
    auto& all = names();
    const std::lock_guard lock(all.mutex);
    return all.lookUps[name];
}

} // namespace lockscope::test

extern "C" int getaddrinfo(const char* name, const char* service, const addrinfo* wanted, addrinfo** found)
{
    using namespace lockscope::test;
    const bool isNumeric = wanted && (wanted->ai_flags & AI_NUMERICHOST) != 0;
    const auto answer = name && !isNumeric ? answerFor(name) : std::nullopt;
    if (!answer)
        return systemLookUp()(name, service, wanted, found);
    std::this_thread::sleep_for(answer->delay); // the fault: a slow DNS
    return lookUpAll(answer->addresses, service, wanted, found);
}
