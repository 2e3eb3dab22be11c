// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The user's dialect files: what a file may contain, and the errors about an invalid one.

#include "core/sources/DialectFiles.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>

namespace lockscope::dialectFilesTest {

using namespace lockscope::inspect;
using namespace Qt::StringLiterals;

namespace {

/// A folder of the user.
class Folder {
public:
    void write(const QString& name, const QByteArray& text) const
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }
    [[nodiscard]] DialectLoad load() const { return loadDialects(m_folder.path()); }
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
};

const QByteArray ours = R"({"id": "our-lock", "title": "Our lock", "kind": "mutex", "marks": ["turn#{seq}"]})";

} // namespace

class DialectFilesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void withoutAFolderThereAreTheBuiltInOnes();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void saysLineAndColumn_data();
    void saysLineAndColumn();
    void aFileIsCheckedAlone();
    void examplesHavePayloads();
    void goodOnesAreTaken();
    void wordsAreLookedForOnce();
    void anAncestorMayBeAPath();
    void aBadFileCostsItselfOnly();
    void replacesAFamilyByItsId();
    void oneIdCountsOnce();
    void readsASharedCount();
    void teachesTheNumberOfLeasesOfAPath();
    void aWaiterForAnyHolderNamesThem();
    void saysWhichFilesItCannotRead();
    void theDocumentedExampleIsGood();
};

void DialectFilesTest::withoutAFolderThereAreTheBuiltInOnes()
{
    const auto loaded = loadDialects(u"/nonexistent/dialects"_s);
    QVERIFY(loaded.problems.empty());
    QCOMPARE(loaded.catalogue, builtinDialects());
}

void DialectFilesTest::saysWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("sentence"); // between the file's name and the advice
    const auto row = [](const char* name, const QByteArray& text, const QString& sentence) {
        QTest::addRow("%s", name) << text << sentence;
    };
    /// A valid file with one more field, or with another value for one.
    const auto with = [](const QByteArray& field) {
        return QByteArray(R"({"id": "x", "title": "X", "marks": ["x-{seq}"], )") + field + "}";
    };
    const auto known =
        u"id, title, source, kind, certainty, needs, words, exceptWords, ancestors, persistent, breaks, "
        u"breaksWaiters, places, payloadIs, election, at, marks, contenders, rule, order, strangers, payload, watches, "
        u"leases, companions, gate, examples, or "
        u"remove the field"_s;
    row("empty", "", u"line 1, column 1: invalid JSON: unexpected end of the text"_s);
    row("broken", "{\n  \"id\": \"x\",\n  \"title\": X\n}",
        u"line 3, column 12: invalid JSON: not a valid value (put strings in quotes)"_s);
    row("disconnected", "{\"id\": \"x\"", u"line 1, column 11: invalid JSON: unexpected end of the text"_s);
    row("a list", "[]", u"line 1, column 1: not a JSON object: use {…}"_s);
    row("no id", R"({"title": "X", "marks": ["x-{seq}"]})", u"field id: missing or empty. Enter a value"_s);
    row("bad id", R"({"id": "My Lock", "title": "X", "marks": ["x-{seq}"]})",
        u"field id: invalid id \"My Lock\": use only lower-case letters, digits and hyphens, such as \"our-lock\""_s);
    row("no title", R"({"id": "x", "marks": ["x-{seq}"]})", u"field title: missing or empty. Enter a value"_s);
    row("title of another type", R"({"id": "x", "title": 7, "marks": ["x-{seq}"]})",
        u"field title: 7 is not a string: put it in quotes"_s);
    row("no marks", R"({"id": "x", "title": "X"})",
        u"field marks: the field is missing or empty. Without this field, no directory is recognised"_s);
    row("marks that are no list", R"({"id": "x", "title": "X", "marks": "x-{seq}"})",
        u"field marks: \"x-{seq}\" is not a list: use [\"…\", \"…\"]"_s);
    row("bad pattern", R"({"id": "x", "title": "X", "marks": ["x-{guid}-{seq}"]})",
        u"field marks: invalid name pattern \"x-{guid}-{seq}\": unknown part {guid}: use {uuid}, {hex32}, {hex16}, {hex8}, {int}, {any} or {seq}"_s);
    row("number inside", R"({"id": "x", "title": "X", "marks": ["{seq}-x"]})",
        u"field marks: invalid name pattern \"{seq}-x\": {seq} must be the last part"_s);
    row("unknown field", with(R"("ruel": "exclusive")"), u"field ruel: unknown field: use one of "_s + known);
    row("field without a name", with(R"("": "exclusive")"), u"field \"\": unknown field: use one of "_s + known);
    row("unknown kind", with(R"("kind": "spinlock")"),
        u"field kind: \"spinlock\" is not valid here: use one of mutex, read-write, semaphore, latch, single, none"_s);
    row("unknown rule", with(R"("rule": "fifo")"),
        u"field rule: \"fifo\" is not valid here: use one of exclusive, read-write, read-write-first, read-write-ranges, lease, lease-in-order, exclusive-owner, presence"_s);
    row("rule of another type", with(R"("rule": true)"),
        u"field rule: true is not valid here: use one of exclusive, read-write, read-write-first, read-write-ranges, lease, lease-in-order, exclusive-owner, presence"_s);
    row("contenders without a name", with(R"("contenders": [{"mode": "shared"}])"),
        u"field contenders[0].name: null is not a string: put it in quotes"_s);
    row("contenders of another type", with(R"("contenders": ["x-{seq}"])"),
        u"field contenders[0]: \"x-{seq}\" is not an object: use {…}"_s);
    row("no contenders", with(R"("contenders": [])"),
        u"field contenders: no contender is given. Without this field, the marks are the contenders"_s);
    row("bad mode", with(R"("contenders": [{"name": "x-{seq}", "mode": "reader"}])"),
        u"field contenders[0].mode: \"reader\" is not valid here: use one of exclusive, shared"_s);
    row("no number to order by", R"({"id": "x", "title": "X", "marks": ["{hex32}"]})",
        u"field marks: \"{hex32}\" has no number to queue by. End the name with {seq}, or set \"order\" to \"creation\""_s);
    row("contenders without a number", with(R"("contenders": [{"name": "x-{any}"}], "order": "number")"),
        u"field contenders: \"x-{any}\" has no number to queue by. End the name with {seq}, or set \"order\" to \"creation\""_s);
    row("a mistyped order", R"({"id": "x", "title": "X", "marks": ["{hex32}"], "ordre": "creation"})",
        u"field ordre: unknown field: use one of "_s + known);
    row("a mistyped id", R"({"ID": "x", "title": "X", "marks": ["x-{seq}"]})",
        u"field ID: unknown field: use one of "_s + known);
    row("a field twice", R"({"id": "x", "title": "X", "marks": ["x-{seq}"], "id": "y"})",
        u"line 1, column 49: \"id\" appears twice: remove one of them"_s);
    row("a comma too many", "{\"id\": \"x\", \"title\": \"X\",\n \"marks\": [\"x-{seq}\"],\n}",
        u"line 2, column 22: invalid JSON: remove the comma before }"_s);
    row("marks that are paths", R"({"id": "x", "title": "X", "kind": "single", "marks": ["/app/boss"]})",
        u"field marks: invalid name pattern \"/app/boss\": a node name cannot contain \"/\""_s);
    row("a mark without a contender", with(R"("contenders": [{"name": "y-{seq}"}])"),
        u"field contenders: no contender matches the mark \"x-{seq}\". Add a contender for it, or remove the mark"_s);
    const auto readWrite =
        u"a read-write lock has shared contenders and other contenders. Set \"rule\": \"read-write\", and list contenders, some of them with \"mode\": \"shared\""_s;
    const QByteArray rdAndWr = R"({"id": "x", "title": "X", "kind": "read-write", "marks": ["rd-{seq}", "wr-{seq}"])";
    row("read-write without a rule", rdAndWr + "}", u"field rule: "_s + readWrite);
    row("read-write by another rule", rdAndWr + R"(, "rule": "exclusive-owner"})", u"field rule: "_s + readWrite);
    row("read-write without readers", rdAndWr + R"(, "rule": "read-write"})", u"field contenders: "_s + readWrite);
    row("read-write without writers", rdAndWr + R"(, "rule": "read-write", "contenders": [
            {"name": "{any}{seq}", "mode": "shared"}]})",
        u"field contenders: "_s + readWrite);
    row("read-write without one of its marks", rdAndWr + R"(, "rule": "read-write", "contenders": [
            {"name": "rd-{seq}", "mode": "shared"}]})",
        u"field contenders: no contender matches the mark \"wr-{seq}\". Add a contender for it, or remove the mark"_s);
    const auto oneHolds =
        u"field rule: a mutex or a latch has one holder at a time: use exclusive or exclusive-owner, or set \"kind\" to \"%1\""_s;
    row("a mutex of several", with(R"("rule": "lease", "leases": 2)"), oneHolds.arg(u"semaphore"_s));
    row("a latch of everybody", with(R"("kind": "latch", "rule": "presence", "leases": "clients")"),
        oneHolds.arg(u"semaphore"_s));
    row("a mutex with readers", with(R"("rule": "read-write")"), oneHolds.arg(u"read-write"_s));
    row("readers of a mutex", with(R"("contenders": [{"name": "x-{seq}", "mode": "shared"}])"),
        u"field contenders: only the rule read-write allows shared contenders"_s);
    row("leases of a mutex", with(R"("leases": 2)"),
        u"field leases: only the rules lease, lease-in-order and presence use this field"_s);
    for (const char* rule : {"lease", "lease-in-order", "presence"})
        row(rule, with(R"("kind": "semaphore", "rule": ")" + QByteArray(rule) + '"'),
            u"field leases: the field is missing, but this rule needs it. Use a number, \"clients\", or the node that contains the number: {\"at\": \"{lock}\", \"as\": \"text\"}"_s);
    row("a semaphore for one", with(R"("kind": "semaphore", "leases": 3)"),
        u"field rule: a semaphore can have several holders: use lease, lease-in-order or presence"_s);
    row("no text to order by", R"({"id": "x", "title": "X", "marks": ["{any}{seq}"], "order": "text"})",
        u"field order: text needs characters directly before {seq}, such as \"lock-{seq}\""_s);
    row("unrecognised children by number", with(R"("strangers": "queue")"),
        u"field strangers: unrecognised children have no number to queue by. Set order to text, or remove this field"_s);
    row("a place elsewhere", with(R"("at": "/leases")"),
        u"field at: invalid location \"/leases\": use {lock}, {lock}/NAME for a child of the lock, or {lock}TEXT for a sibling node"_s);
    row("a place too deep", with(R"("at": "{lock}/a/b")"),
        u"field at: invalid location \"{lock}/a/b\": use {lock}, {lock}/NAME for a child of the lock, or {lock}TEXT for a sibling node"_s);
    row("a gate without a place", with(R"("gate": {"marks": ["g-{seq}"]})"),
        u"field gate.at: missing or empty. Enter a value"_s);
    row("a gate that is the queue", with(R"("gate": {"at": "{lock}", "marks": ["g-{seq}"]})"),
        u"field gate.at: the gate lock and the queue are in the same directory: use two directories"_s);
    row("a gate with a bad rule", with(R"("gate": {"at": "{lock}/g", "marks": ["g-{seq}"], "rule": "fair"})"),
        u"field gate.rule: \"fair\" is not valid here: use one of exclusive, read-write, read-write-first, read-write-ranges, lease, lease-in-order, exclusive-owner, presence"_s);
    row("sure by a gate that is not there", with(R"("needs": "gate")"),
        u"field needs: \"gate\" needs a gate lock: describe the gate lock in the field gate"_s);
    row("no leases", with(R"("leases": 0)"), u"field leases: invalid value 0: use an integer of at least 1"_s);
    row("half a lease", with(R"("leases": 1.5)"), u"field leases: invalid value 1.5: use an integer of at least 1"_s);
    row("leases in words", with(R"("leases": "three")"),
        u"field leases: use a number, \"clients\", or the node that contains the number: {\"at\": \"{lock}\", \"as\": \"text\"}"_s);
    row("bad payload", with(R"("payload": "xml")"),
        u"field payload: \"xml\" is not valid here: use one of auto, nothing, client, host, python"_s);
    row("bad separator", with(R"("payload": {"separator": "::", "client": 0})"),
        u"field payload.separator: the separator must be one character, such as \":\""_s);
    const auto notSingle = u": only a dialect of kind single uses this field: a word in a name does not show that the "
                           u"node is in a queue. Use marks"_s;
    row("words of a queue", with(R"("words": ["lock"])"), u"field words"_s + notSingle);
    row("words of names that are no locks", with(R"("kind": "none", "words": ["lock"])"), u"field words"_s + notSingle);
    row("exceptWords of a queue", with(R"("exceptWords": ["block"])"), u"field exceptWords"_s + notSingle);
    row("a payload of another type", with(R"("payloadIs": {"pointer": "type", "data": "x"})"),
        u"field payloadIs.pointer: a JSON pointer begins with a slash, such as \"/type\""_s);
    row("capitals in words", with(R"("kind": "single", "words": ["Lock"])"),
        u"field words: \"Lock\" must be a word in lower case, without / and spaces. The word also matches upper case"_s);
    row("a word of a path", with(R"("kind": "single", "exceptWords": ["a/lock"])"),
        u"field exceptWords: \"a/lock\" must be a word in lower case, without / and spaces. The word also matches upper case"_s);
    row("a blank for a word", with(R"("kind": "single", "exceptWords": [" "])"),
        u"field exceptWords: \" \" must be a word in lower case, without / and spaces. The word also matches upper case"_s);
    for (const char* ancestor : {"app/locks", "/", "/app/locks/", ""})
        row(ancestor, with(R"("ancestors": [")" + QByteArray(ancestor) + R"("])"),
            u"field ancestors: \"%1\" must be the name of one node above the lock, without /, or a full path such as \"/app/locks\""_s
                .arg(QLatin1StringView(ancestor)));
    row("an example that does not hold", with(R"("examples": [{"children": ["x-0000000002", "x-0000000001"],
                "queue": [{"node": "x-0000000002", "holds": true}]}])"),
        u"field examples[0]: the example expects \"x-0000000002 holds\" at position 0, but this file gives \"x-0000000001 holds\". One of the two is wrong"_s);
    row("an example that is too short", with(R"("examples": [{"children": ["x-0000000002", "x-0000000001"],
                "queue": [{"node": "x-0000000001", "holds": true}]}])"),
        u"field examples[0]: the example expects \"no client\" at position 1, but this file gives \"x-0000000002 waits for x-0000000001\". One of the two is wrong"_s);
    row("an example without children", with(R"("examples": [{"queue": [{"node": "x-0000000002"}]}])"),
        u"field examples[0].children: the field is missing: list the names in the lock's directory"_s);
    row("an example with mistyped children", with(R"("examples": [{"childs": ["x-0000000002"]}])"),
        u"field examples[0].childs: unknown field: use one of children, gate, title, leases, unrecognised, payloads, czxids, queue, or remove the field"_s);
    row("an example with others", with(R"("examples": [{"children": ["x-1", "x-0000000001"],
                "queue": [{"node": "x-0000000001", "holds": true}]}])"),
        u"field examples[0]: \"x-1\" matches no name in this file and is not listed as unrecognised. One of the two is wrong"_s);
    row("an example without others", with(R"("examples": [{"children": ["x-0000000001"], "unrecognised": ["x-1"],
                "queue": [{"node": "x-0000000001", "holds": true}]}])"),
        u"field examples[0]: the example lists \"x-1\" as unrecognised, but this file recognises the name. One of the two is wrong"_s);
    const QByteArray boss = R"({"id": "x", "title": "X", "kind": "single", "marks": ["boss"], "words": ["chief"],
                               "examples": [{"children": ["boss", "our-chief"], )";
    row("a single of another name", R"({"id": "x", "title": "X", "kind": "single", "marks": ["boss"],
                "examples": [{"children": ["bos"]}]})",
        u"field examples[0]: \"bos\" matches no name in this file and is not listed as unrecognised. One of the two is wrong"_s);
    row("a single that waits", boss + R"("queue": [{"node": "boss", "holds": true}, {"node": "our-chief"}]}]})",
        u"field examples[0]: the example expects \"our-chief waits\" at position 1, but this file gives \"our-chief holds\". One of the two is wrong"_s);
    row("what is no lock by another name", R"({"id": "x", "title": "X", "kind": "none", "marks": ["x-{seq}"],
                "examples": [{"children": ["x-0000000001", "x"]}]})",
        u"field examples[0]: \"x\" matches no name in this file and is not listed as unrecognised. One of the two is wrong"_s);
    row("what is no lock with a queue", R"({"id": "x", "title": "X", "kind": "none", "marks": ["x-{seq}"],
                "examples": [{"children": ["x-0000000001"], "queue": [{"node": "x-0000000001", "holds": true}]}]})",
        u"field examples[0]: the example expects \"x-0000000001 holds\" at position 0, but this file gives \"no client\". One of the two is wrong"_s);
}

void DialectFilesTest::saysWhatIsWrong()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, sentence);
    const Folder folder;
    folder.write(u"mine.json"_s, text);
    const auto loaded = folder.load();
    QCOMPARE(loaded.problems.size(), std::size_t(1));
    auto said = QString::fromStdString(describe(loaded.problems[0]));
    if (sentence.startsWith(u"field "_s)) {
        static const QRegularExpression place(u"(?<=mine.json: )line [0-9]+, column [0-9]+, (?=field )"_s);
        QVERIFY2(said.contains(place), qPrintable(said));
        said.remove(place);
    }
    QCOMPARE(said,
             folder.path(u"mine.json"_s) + u": "_s + sentence + u". The file is not used until it is corrected"_s);
    QCOMPARE(loaded.catalogue, builtinDialects());
}

void DialectFilesTest::saysLineAndColumn_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("where");
    QTest::newRow("unknown key") << QByteArray("{\n  \"id\": \"x\",\n  \"title\": \"X\",\n  \"mark\": []\n}")
                                 << u"line 4, column 3, field mark"_s;
    QTest::newRow("wrong type") << QByteArray("{\"id\": \"x\", \"title\": 7}") << u"line 1, column 13, field title"_s;
    QTest::newRow("inside a list") << QByteArray("{\"id\": \"x\", \"title\": \"a\\\"{[,\", \"marks\": [\"x-{seq}\"],\n"
                                                 " \"contenders\": [\n"
                                                 "  {\"name\": \"x-{seq}\"},\n"
                                                 "  {\"name\": \"y-{seq}\",\n"
                                                 "   \"mode\": \"reader\"}]}")
                                   << u"line 5, column 4, field contenders[1].mode"_s;
    QTest::newRow("an object of a list") << QByteArray("{\"id\": \"x\", \"title\": \"X\", \"marks\": [\"x-{seq}\"],\n"
                                                       " \"examples\": [{\"children\": []},\n"
                                                       "   {\"children\": [\"x-1\"]}]}")
                                         << u"line 3, column 4, field examples[1]"_s;
    QTest::newRow("missing") << QByteArray("\n{\"id\": \"x\"}") << u"line 2, column 1, field title"_s;
}

void DialectFilesTest::saysLineAndColumn()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, where);
    const Folder folder;
    folder.write(u"mine.json"_s, text);
    const auto check = checkDialectFile(folder.path(u"mine.json"_s));
    QVERIFY(check.problem);
    QCOMPARE(QString::fromStdString(check.problem->where), where);
}

void DialectFilesTest::aFileIsCheckedAlone()
{
    const Folder folder;
    folder.write(u"mine.json"_s, R"({"id": "kazoo-lock", "title": "Mine", "marks": ["turn#{seq}"],
        "examples": [{"children": ["turn#0000000001"], "queue": [{"node": "turn#0000000001", "holds": true}]}]})");
    const auto check = checkDialectFile(folder.path(u"mine.json"_s));
    QVERIFY(!check.problem);
    QCOMPARE(check.id, std::string("kazoo-lock"));
    QCOMPARE(check.examples, std::size_t(1));
    QVERIFY(check.replacesBuiltin);
    QVERIFY(checkDialectFile(folder.path(u"none.json"_s)).problem);
}

void DialectFilesTest::examplesHavePayloads()
{
    const Folder folder;
    const QByteArray file =
        R"({"id": "p", "title": "P", "kind": "read-write", "rule": "read-write", "marks": ["l-{seq}"],
        "contenders": [{"name": "l-{seq}", "data": "R", "mode": "shared"}, {"name": "l-{seq}", "data": "W"}],
        "examples": [{"children": ["l-0000000001", "l-0000000002"], "payloads": {"l-0000000001": "R", "l-0000000002": "R"},
            "queue": [{"node": "l-0000000001", "holds": true, "mode": "shared"},
                      {"node": "l-0000000002", "holds": true, "mode": "shared"}]}]})";
    folder.write(u"good.json"_s, file);
    QVERIFY(!checkDialectFile(folder.path(u"good.json"_s)).problem);
    auto other = file;
    folder.write(u"bad.json"_s, other.replace("\"l-0000000002\": \"R\"}", "\"l-0000000002\": \"X\"}"));
    const auto bad = checkDialectFile(folder.path(u"bad.json"_s));
    QVERIFY(bad.problem); // the payload says neither mode: not known, and not guessed
    QVERIFY2(bad.problem->reason.find("mode unknown") != std::string::npos, bad.problem->reason.c_str());
}

/// Valid files that resemble refused ones.
void DialectFilesTest::goodOnesAreTaken()
{
    const Folder folder;
    folder.write(u"a.json"_s, R"({"id": "a", "title": "A", "kind": "single", "marks": ["boss"], "words": ["chief"],
        "examples": [{"children": ["boss", "our-chief", "bos"], "unrecognised": ["bos"],
                      "queue": [{"node": "boss", "holds": true}, {"node": "our-chief", "holds": true}]}]})");
    folder.write(u"b.json"_s, R"({"id": "b", "title": "B", "kind": "read-write", "marks": ["job-{any}{seq}"],
        "rule": "read-write",
        "contenders": [{"name": "job-r-{seq}", "mode": "shared"}, {"name": "job-w-{seq}"}]})");
    folder.write(u"c.json"_s, R"({"id": "c", "title": "C", "kind": "semaphore", "marks": ["slot-{any}"],
        "order": "creation", "rule": "presence", "leases": 3})");
    const auto loaded = folder.load();
    for (const auto& problem : loaded.problems)
        qWarning("%s", describe(problem).c_str());
    QVERIFY(loaded.problems.empty());
    QCOMPARE(loaded.catalogue->recogniseSingle("/a/Chief")->id, std::string("a"));
}

/// A part that is removed from a name before the word search may contain the word.
void DialectFilesTest::wordsAreLookedForOnce()
{
    Dialect dialect;
    dialect.kind = LockKind::Single;
    dialect.words = {"lock"};
    dialect.exceptWords = {" ", "block"};
    QVERIFY(!namesSingle(dialect, "a block b"));
    QVERIFY(namesSingle(dialect, "a lock b"));
}

void DialectFilesTest::anAncestorMayBeAPath()
{
    const Folder folder;
    folder.write(u"a.json"_s, R"({"id": "corp", "title": "Corp", "kind": "single", "marks": ["boss"],
        "ancestors": ["/corp/boss"]})");
    folder.write(u"b.json"_s, R"({"id": "turns", "title": "Turns", "marks": ["turn-{seq}"], "ancestors": ["/corp"],
        "examples": [{"children": ["turn-0000000001"], "queue": [{"node": "turn-0000000001", "holds": true}]}]})");
    const auto loaded = folder.load();
    QVERIFY(loaded.problems.empty());
    QVERIFY(loaded.catalogue->recogniseSingle("/corp/boss"));
    QVERIFY(!loaded.catalogue->recogniseSingle("/corp/x/boss"));
    QVERIFY(!loaded.catalogue->recogniseSingle("/x/corp/boss"));
    const std::vector<std::string> names{"turn-0000000001"};
    QCOMPARE(loaded.catalogue->recognise({"/corp/a", names}).dialect->id, std::string("turns"));
    QCOMPARE(loaded.catalogue->recognise({"/a/corp/a", names}).dialect->id, std::string("sequential"));
    QCOMPARE(loaded.catalogue->recognise({"/corporation", names}).dialect->id, std::string("sequential"));
}

void DialectFilesTest::aBadFileCostsItselfOnly()
{
    const Folder folder;
    folder.write(u"a.json"_s, "{");
    folder.write(u"b.json"_s, ours);
    folder.write(u"c.json"_s, R"({"id": "y", "title": "Y", "marks": ["{x}"]})");
    folder.write(u"notes.txt"_s, "no dialect");
    const auto loaded = folder.load();
    QCOMPARE(loaded.problems.size(), std::size_t(2));
    QCOMPARE(QString::fromStdString(loaded.problems[0].file), folder.path(u"a.json"_s));
    QCOMPARE(QString::fromStdString(loaded.problems[1].file), folder.path(u"c.json"_s));
    QVERIFY(loaded.catalogue->find("our-lock"));
    QCOMPARE(loaded.catalogue->dialects().size(), builtinDialects()->dialects().size() + 1);
    const std::vector<std::string> names{"turn#0000000002"};
    QCOMPARE(loaded.catalogue->recognise({"/a", names}).dialect->id, std::string("our-lock"));
    QCOMPARE(builtinDialects()->recognise({"/a", names}).dialect->id, std::string("sequential"));
}

void DialectFilesTest::replacesAFamilyByItsId()
{
    const Folder folder;
    folder.write(u"kazoo.json"_s,
                 R"({"id": "kazoo-lock", "title": "Our Kazoo", "kind": "semaphore", "marks": ["{hex32}__lock__{seq}"],
            "rule": "presence", "leases": "clients"})");
    const auto loaded = folder.load();
    QVERIFY(loaded.problems.empty());
    QCOMPARE(loaded.catalogue->dialects().size(), builtinDialects()->dialects().size());
    QCOMPARE(loaded.catalogue->find("kazoo-lock")->title, std::string("Our Kazoo"));
    const std::vector<std::string> names{"0b3e4f5a111142228333abcdefabcdef__lock__0000000001"};
    QCOMPARE(loaded.catalogue->recognise({"/a", names}).dialect->title, std::string("Our Kazoo"));
}

void DialectFilesTest::oneIdCountsOnce()
{
    const Folder folder;
    folder.write(u"a.json"_s, ours);
    folder.write(u"b.json"_s, R"({"id": "our-lock", "title": "Another", "marks": ["turn#{seq}"]})");
    const auto loaded = folder.load();
    QCOMPARE(loaded.problems.size(), std::size_t(1));
    QCOMPARE(
        QString::fromStdString(describe(loaded.problems[0])),
        folder.path(u"b.json"_s) +
            u": field id: the id \"our-lock\" is already used by a.json in the same folder. Lockscope uses that file because its name sorts first. Change one of the ids. The file is not used until it is corrected"_s);
    QCOMPARE(loaded.catalogue->find("our-lock")->title, std::string("Our lock"));
}

void DialectFilesTest::readsASharedCount()
{
    const Folder folder;
    folder.write(u"a.json"_s, R"({"id": "curator-semaphore", "title": "Counted", "kind": "semaphore",
        "at": "{lock}/leases", "marks": ["_c_{uuid}-lease-{seq}"], "rule": "lease",
        "leases": {"at": "{lock}/count", "as": "int32"},
        "gate": {"at": "{lock}/locks", "marks": ["_c_{uuid}-lock-{seq}"]}})");
    const auto loaded = folder.load();
    QVERIFY(loaded.problems.empty());
    const auto& count = loaded.catalogue->find("curator-semaphore")->leases;
    QVERIFY(count.from == LeaseCount::From::Node);
    QCOMPARE(count.at, std::string("/count"));
    QCOMPARE(leasesIn(count, std::string("\0\0\0\7", 4)), 7);
}

void DialectFilesTest::teachesTheNumberOfLeasesOfAPath()
{
    // Curator's deprecated semaphore looks like a mutex; a user can declare it as a semaphore.
    const Folder folder;
    folder.write(u"a.json"_s, R"({"id": "pool", "title": "Our pool", "kind": "semaphore", "ancestors": ["pool"],
        "marks": ["_c_{uuid}-lock-{seq}"], "rule": "lease-in-order", "leases": 2})");
    const auto loaded = folder.load();
    QVERIFY(loaded.problems.empty());
    const std::string stem = "_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-000000000";
    const std::vector<std::string> names{stem + "1", stem + "2", stem + "3"};
    QCOMPARE(loaded.catalogue->recognise({"/other", names}).dialect->id, std::string("curator-mutex"));
    const auto* pool = loaded.catalogue->recognise({"/pool", names}).dialect;
    QCOMPARE(pool->id, std::string("pool"));
    const auto lock = buildQueue("/pool", *pool, names, {}, nullptr, {});
    QCOMPARE(lock.holders(), 2);
    QCOMPARE(lock.leases, 2);
    QCOMPARE(lock.queue.at(2).waitsOn, std::vector<std::string>{names[0]});
}

void DialectFilesTest::aWaiterForAnyHolderNamesThem()
{
    const Folder folder;
    folder.write(u"a.json"_s, R"({"id": "pool", "title": "Our pool", "kind": "semaphore", "ancestors": ["pool"],
        "marks": ["slot-{seq}"], "rule": "lease", "leases": 2})");
    const auto loaded = folder.load();
    QVERIFY(loaded.problems.empty());
    std::vector<std::string> names;
    for (int i = 1; i <= 3'000; ++i)
        names.push_back("slot-" + QByteArray::number(i).rightJustified(10, '0').toStdString());
    const auto lock =
        buildQueue("/pool", *loaded.catalogue->recognise({"/pool", names}).dialect, names, {}, nullptr, {});
    const std::vector<std::string> holders{names[0], names[1]};
    QVERIFY(lock.queue.at(0).waitsOn.empty() && lock.queue.at(1).waitsOn.empty());
    QCOMPARE(lock.queue.at(2).waitsOn, holders);
    QCOMPARE(lock.queue.at(3).waitsOn, holders);
    QCOMPARE(lock.queue.at(400).waitsOn, holders);
    QVERIFY(lock.queue.back().waitsOn.empty()); // thousands of lists would be equal
}

void DialectFilesTest::saysWhichFilesItCannotRead()
{
    const Folder folder;
    QVERIFY(QFile::link(u"/nonexistent"_s, folder.path(u"gone.json"_s)));
    folder.write(u"huge.json"_s, QByteArray(300 * 1024, ' '));
    QVERIFY(QDir(folder.path(u"."_s)).mkdir(u"folder.json"_s));
    const auto loaded = folder.load();
    QCOMPARE(loaded.problems.size(), std::size_t(2));
    QCOMPARE(QString::fromStdString(describe(loaded.problems[0])),
             folder.path(u"gone.json"_s) +
                 u": the file cannot be read: No such file or directory. The file is not used until it is corrected"_s);
    QCOMPARE(
        QString::fromStdString(describe(loaded.problems[1])),
        folder.path(u"huge.json"_s) +
            u": the file is larger than 256 KiB, the limit for a dialect. The file is not used until it is corrected"_s);
}

void DialectFilesTest::theDocumentedExampleIsGood()
{
    QFile readme(QStringLiteral(LOCKSCOPE_DIALECTS "/README.md"));
    QVERIFY(readme.open(QIODevice::ReadOnly));
    const auto text = readme.readAll();
    const auto from = text.indexOf("```json\n") + 8;
    const Folder folder;
    folder.write(u"example.json"_s, text.mid(from, text.indexOf("```", from) - from));
    const auto loaded = folder.load();
    for (const auto& problem : loaded.problems)
        qWarning("%s", describe(problem).c_str());
    QVERIFY(loaded.problems.empty());
    QVERIFY(loaded.catalogue->find("our-pool"));
}

} // namespace lockscope::dialectFilesTest

LOCKSCOPE_TEST(lockscope::dialectFilesTest::DialectFilesTest)
#include "DialectFilesTest.moc"
