// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/zk/ClientConformance.h"

#include <algorithm>

namespace lockscope::test {

using zk::CreateMode;

void ClientConformance::createReturnsPathAndStat()
{
    const auto first = create(client(), at("a"), CreateMode::Persistent, "text");
    QVERIFY(first);
    QCOMPARE(printed(first->path), printed(at("a")));
    QVERIFY(first->stat.czxid > 0);
    QCOMPARE(first->stat.mzxid, first->stat.czxid);
    QCOMPARE(first->stat.version, 0);
    QCOMPARE(first->stat.dataLength, 4);
    QCOMPARE(first->stat.ephemeralOwner, 0);
    QVERIFY(first->stat.ctime > WallTime{});
    const auto second = create(other(), at("b"));
    QVERIFY(second);
    QVERIFY(second->stat.czxid > first->stat.czxid);
}

void ClientConformance::ephemeralBelongsToTheSession()
{
    const auto created = create(client(), at("e"), CreateMode::Ephemeral);
    QVERIFY(created);
    QCOMPARE(created->stat.ephemeralOwner, session().id);
    const auto seen = exists(other(), at("e"));
    QVERIFY(seen && *seen);
    QCOMPARE((*seen)->ephemeralOwner, session().id);
    QCOMPARE((*seen)->czxid, created->stat.czxid);
}

void ClientConformance::sequentialNamesShareOneCounter()
{
    const auto first = create(client(), at("n-"), CreateMode::EphemeralSequential);
    const auto plain = create(client(), at("plain"));
    const auto third = create(other(), at("m-"), CreateMode::PersistentSequential);
    QVERIFY(first && plain && third);
    QCOMPARE(printed(first->path), printed(at("n-0000000000")));
    QCOMPARE(printed(third->path), printed(at("m-0000000002")));
    QCOMPARE(first->stat.ephemeralOwner, session().id);
    QCOMPARE(third->stat.ephemeralOwner, 0);
    const auto bare = create(client(), at(""), CreateMode::EphemeralSequential);
    QVERIFY(bare);
    QCOMPARE(printed(bare->path), printed(at("0000000003")));
}

void ClientConformance::counterCanBeReadFromTheStat()
{
    QVERIFY(create(client(), at("a")));
    QVERIFY(create(client(), at("b")));
    QVERIFY(remove(client(), at("a")));
    const auto listing = list(client(), m_world->root());
    QVERIFY(listing);
    QCOMPARE(listing->stat.numChildren, 1);
    QCOMPARE(listing->stat.cversion, 3);
    QCOMPARE((listing->stat.cversion + listing->stat.numChildren) / 2, 2);
    const auto next = create(client(), at("n-"), CreateMode::PersistentSequential);
    QVERIFY(next);
    QCOMPARE(printed(next->path), printed(at("n-0000000002")));
}

void ClientConformance::containerLooksPersistent()
{
    const auto created = create(client(), at("c"), CreateMode::Container);
    QVERIFY(created);
    QCOMPARE(printed(created->path), printed(at("c")));
    QCOMPARE(created->stat.ephemeralOwner, 0);
    QVERIFY(create(client(), at("c/child"), CreateMode::Ephemeral));
    const auto seen = exists(client(), at("c"));
    QVERIFY(seen && *seen);
    QCOMPARE((*seen)->ephemeralOwner, 0);
}

void ClientConformance::refusals_data()
{
    QTest::addColumn<QString>("request");
    QTest::addColumn<QByteArray>("code");
    for (const auto& [request, code] : std::initializer_list<std::pair<const char*, const char*>>{
             {"create twice", "NodeExists"},
             {"create without parent", "NoNode"},
             {"create below an ephemeral", "NoChildrenForEphemerals"},
             {"create without acl", "InvalidAcl"},
             {"delete nothing", "NoNode"},
             {"delete with children", "NotEmpty"},
             {"delete another version", "BadVersion"},
             {"set nothing", "NoNode"},
             {"set another version", "BadVersion"},
             {"get nothing", "NoNode"},
             {"children of nothing", "NoNode"},
             {"list nothing", "NoNode"},
         })
        QTest::newRow(request) << request << QByteArray(code);
}

void ClientConformance::refusals()
{
    QFETCH(const QString, request);
    QFETCH(const QByteArray, code);
    QVERIFY(create(client(), at("a")));
    QVERIFY(create(client(), at("a/child")));
    QVERIFY(create(client(), at("e"), CreateMode::Ephemeral));

    std::string path;
    std::optional<Error> error;
    const auto note = [&](const std::string& name, const auto& ask) {
        path = at(name);
        if (const auto result = ask(path); !result)
            error = result.error();
    };
    if (request == QLatin1String("create twice"))
        note("a", [&](const std::string& p) { return create(client(), p); });
    else if (request == QLatin1String("create without parent"))
        note("none/x", [&](const std::string& p) { return create(client(), p); });
    else if (request == QLatin1String("create below an ephemeral"))
        note("e/x", [&](const std::string& p) { return create(client(), p); });
    else if (request == QLatin1String("create without acl"))
        note("x", [&](const std::string& p) {
            return ask<zk::Created>([&](auto reply) {
                client().create({p, "", CreateMode::Persistent, {}}, std::move(reply));
            });
        });
    else if (request == QLatin1String("delete nothing"))
        note("none", [&](const std::string& p) { return remove(client(), p); });
    else if (request == QLatin1String("delete with children"))
        note("a", [&](const std::string& p) { return remove(client(), p); });
    else if (request == QLatin1String("delete another version"))
        note("a/child", [&](const std::string& p) { return remove(client(), p, 3); });
    else if (request == QLatin1String("set nothing"))
        note("none", [&](const std::string& p) { return set(client(), p, ""); });
    else if (request == QLatin1String("set another version"))
        note("a", [&](const std::string& p) { return set(client(), p, "", 1); });
    else if (request == QLatin1String("get nothing"))
        note("none", [&](const std::string& p) { return get(client(), p); });
    else if (request == QLatin1String("children of nothing"))
        note("none", [&](const std::string& p) { return children(client(), p); });
    else
        note("none", [&](const std::string& p) { return list(client(), p); });

    QVERIFY(error);
    QCOMPARE(printed(error->code), code);
    QCOMPARE(printed(error->path), printed(path));
    QVERIFY(!error->operation.empty());
}

void ClientConformance::setGrowsTheVersion()
{
    const auto created = create(client(), at("a"));
    QVERIFY(created);
    const auto first = set(client(), at("a"), "one", 0);
    QVERIFY(first);
    QCOMPARE(first->version, 1);
    QVERIFY(first->mzxid > created->stat.czxid);
    QVERIFY(set(other(), at("a"), "two"));
    const auto read = get(client(), at("a"));
    QVERIFY(read);
    QCOMPARE(printed(read->data), "two");
    QCOMPARE(read->stat.version, 2);
    QCOMPARE(read->stat.czxid, created->stat.czxid);
    QVERIFY(!remove(client(), at("a"), 1));
    QVERIFY(remove(client(), at("a"), 2));
}

void ClientConformance::dataIsBytes()
{
    const std::string bytes("\0\xff\n\0", 4);
    QVERIFY(create(client(), at("bytes"), CreateMode::Persistent, bytes));
    QVERIFY(create(client(), at("empty")));
    const auto read = get(client(), at("bytes"));
    const auto empty = get(client(), at("empty"));
    QVERIFY(read && empty);
    QCOMPARE(printed(read->data), printed(bytes));
    QCOMPARE(printed(empty->data), "");
    const std::string large(200'000, 'x');
    QVERIFY(set(client(), at("empty"), large));
    const auto again = get(client(), at("empty"));
    QVERIFY(again);
    QVERIFY(again->data == large);
}

void ClientConformance::listingHasNamesAndStat()
{
    for (const char* name : {"a", "b", "c"})
        QVERIFY(create(client(), at(name)));
    auto names = children(client(), m_world->root());
    auto listing = list(client(), m_world->root());
    const auto none = list(client(), at("a"));
    QVERIFY(names && listing && none);
    std::sort(names->begin(), names->end());
    std::sort(listing->names.begin(), listing->names.end());
    QCOMPARE(printed(*names), "a b c");
    QCOMPARE(printed(listing->names), "a b c");
    QCOMPARE(listing->stat.numChildren, 3);
    QVERIFY(none->names.empty());
}

void ClientConformance::existsSaysNothingOrStat()
{
    const auto nothing = exists(client(), at("a"));
    QVERIFY(nothing);
    QVERIFY(!*nothing);
    const auto created = create(client(), at("a"), CreateMode::Persistent, "abc");
    const auto something = exists(client(), at("a"));
    QVERIFY(created && something && *something);
    QVERIFY(**something == created->stat);
}

void ClientConformance::aclSaysWhoMayDoWhat()
{
    const auto ask = [this](const std::string& path) {
        return this->ask<std::vector<zk::Acl>>([&](auto reply) { client().acl(path, std::move(reply)); });
    };
    QVERIFY(create(client(), at("open")));
    const auto open = ask(at("open"));
    QVERIFY(open);
    QVERIFY(*open == zk::openAcl());
    const std::vector<zk::Acl> mixed{{zk::Permission::All, "world", "anyone"},
                                     {zk::Permission::Read, "ip", "10.1.2.3"}};
    const auto made = this->ask<zk::Created>([&](auto reply) {
        client().create({at("mixed"), {}, CreateMode::Persistent, mixed}, std::move(reply));
    });
    QVERIFY(made);
    const auto read = ask(at("mixed"));
    QVERIFY(read);
    QVERIFY(*read == mixed);
    const auto nothing = ask(at("nothing"));
    QVERIFY(!nothing);
    QCOMPARE(printed(nothing.error().code), "NoNode");
    QCOMPARE(printed(nothing.error().operation), printed(std::string("getACL")));
}

void ClientConformance::multiCanTestTheCounter()
{
    // The transaction creates and deletes a numbered node and succeeds only if the number is as expected: then no node
    // has been created in the directory since the listing.
    QVERIFY(create(client(), at("a"), CreateMode::Ephemeral, "x"));
    const auto probe = [this](const std::string& number) {
        return multi(client(), {zk::CreateOp{{at("probe-"), {}, CreateMode::PersistentSequential, zk::openAcl()}},
                                zk::CheckOp{at("probe-" + number), 0}, zk::RemoveOp{at("probe-" + number), 0},
                                zk::SetOp{at("a"), "x", 0}});
    };
    const auto expected = probe("0000000001");
    QVERIFY(expected && expected->size() == 4);
    QCOMPARE(expected->back().stat.version, 1);
    const auto before = get(client(), at("a"));
    QVERIFY(before);
    QCOMPARE(expected->back().stat.czxid, before->stat.czxid);
    QVERIFY(create(other(), at("b")));
    const auto late = probe("0000000002"); // now 3: the probe took 1, b took 2
    QVERIFY(!late);
    QCOMPARE(printed(late.error().code), "NoNode");
    const auto listing = list(client(), m_world->root());
    QVERIFY(listing);
    QCOMPARE(listing->names.size(), std::size_t(2));
    QCOMPARE((listing->stat.cversion + listing->stat.numChildren) / 2, 3);
}

void ClientConformance::multiDoesAll()
{
    QVERIFY(create(client(), at("old")));
    QVERIFY(create(client(), at("set")));
    const auto results = multi(client(), {zk::CheckOp{at("old"), 0},
                                          zk::CreateOp{{at("n-"), "x", CreateMode::EphemeralSequential, zk::openAcl()}},
                                          zk::SetOp{at("set"), "new", 0}, zk::RemoveOp{at("old"), zk::anyVersion}});
    QVERIFY(results);
    QCOMPARE(results->size(), 4U);
    QCOMPARE(printed((*results)[1].path), printed(at("n-0000000002")));
    QCOMPARE((*results)[2].stat.version, 1);
    auto names = children(client(), m_world->root());
    QVERIFY(names);
    std::sort(names->begin(), names->end());
    QCOMPARE(printed(*names), "n-0000000002 set");
}

void ClientConformance::multiDoesNothing()
{
    QVERIFY(create(client(), at("a")));
    const auto results =
        multi(client(), {zk::CreateOp{{at("b"), "", CreateMode::Persistent, zk::openAcl()}},
                         zk::RemoveOp{at("a"), zk::anyVersion}, zk::CheckOp{at("none")}, zk::SetOp{at("b"), "", 7}});
    QVERIFY(!results);
    QCOMPARE(printed(results.error().code), "NoNode");
    QCOMPARE(printed(results.error().path), printed(at("none")));
    const auto names = children(client(), m_world->root());
    QVERIFY(names);
    QCOMPARE(printed(*names), "a");
}

void ClientConformance::badPathsAreRefused()
{
    for (const char* path : {"", "relative", "/a//b", "/a/", "/a/../b"}) {
        const auto result = exists(client(), path);
        QVERIFY2(!result, path);
        QCOMPARE(printed(result.error().code), "BadArguments");
    }
    QVERIFY(sync(client()));
    QCOMPARE(printed(session().state), "Connected");
}

} // namespace lockscope::test
