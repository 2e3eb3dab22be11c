// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The program at the scales of screens: snapshots that it makes of itself have all the pixels, and make use of them.

#include "tests/support/LineProcess.h"
#include "tests/support/Test.h"
#include "tests/ui/Recordings.h"
#include "tests/ui/Warnings.h"

#include <QImage>
#include <QTemporaryDir>

#include <cstdlib>

namespace lockscope::scalingTest {

using namespace Qt::StringLiterals;

namespace {

constexpr int steepStep = 90; ///< of 255: from ink to ground, without shades between them

/// How many neighbours in a row are as different as ink and ground. Twice as large, there are twice as many; blown up
/// with shades between, there are fewer.
int steepSteps(const QImage& snapshot)
{
    const auto grey = snapshot.convertToFormat(QImage::Format_Grayscale8);
    auto count = 0;
    for (auto y = 0; y < grey.height(); ++y) {
        const auto* line = grey.constScanLine(y);
        for (auto x = 1; x < grey.width(); ++x)
            count += std::abs(line[x] - line[x - 1]) > steepStep ? 1 : 0;
    }
    return count;
}

/// How many squares of two by two pixels have more than one colour: none where each is one pixel blown up.
int mixedSquares(const QImage& snapshot)
{
    auto count = 0;
    for (auto y = 0; y + 1 < snapshot.height(); y += 2)
        for (auto x = 0; x + 1 < snapshot.width(); x += 2) {
            const auto colour = snapshot.pixel(x, y);
            count += colour != snapshot.pixel(x + 1, y) || colour != snapshot.pixel(x, y + 1) ||
                             colour != snapshot.pixel(x + 1, y + 1)
                         ? 1
                         : 0;
        }
    return count;
}

} // namespace

class ScalingTest final : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    QString recording() const { return m_folder.filePath(u"story.rec"_s); }
    QImage snapshotAt(const QString& factor, const QString& size, const QString& theme)
    {
        const auto file = m_folder.filePath(u"picture.png"_s);
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"QT_SCALE_FACTOR"_s, factor);
        environment.insert(u"XDG_CONFIG_HOME"_s, m_folder.path());
        environment.insert(u"XDG_DATA_HOME"_s, m_folder.path());
        environment.remove(u"LOCKSCOPE_CONNECT"_s);
        test::LineProcess program(
            QStringLiteral(LOCKSCOPE),
            {recording(), u"--screenshot"_s, file, u"--for"_s, u"0"_s, u"--size"_s, size, u"--theme"_s, theme},
            environment);
        if (!program.waitForEnd(60'000) || program.exitCode() != 0)
            qFatal("%s", program.told().constData());
        return QImage(file);
    }

private Q_SLOTS:
    void initTestCase() { test::record(recording(), test::story()); }
    void init() { test::failOnAnyWarning(); }

    void everyScaleIsCrisp_data()
    {
        QTest::addColumn<QString>("theme");
        QTest::addColumn<QString>("factor");
        for (const auto& theme : {u"dark"_s, u"light"_s})
            for (const auto& factor : {u"1.25"_s, u"1.5"_s, u"2"_s})
                QTest::addRow("%s %s", qPrintable(theme), qPrintable(factor)) << theme << factor;
    }
    void everyScaleIsCrisp()
    {
        QFETCH(const QString, theme);
        QFETCH(const QString, factor);
        const auto plain = snapshotAt(u"1"_s, u"1024x640"_s, theme);
        QCOMPARE(plain.size(), QSize(1024, 640));
        const auto scaled = snapshotAt(factor, u"1024x640"_s, theme);
        QCOMPARE(scaled.size(), plain.size() * factor.toDouble());
        const auto sharpness = double(steepSteps(scaled)) / steepSteps(plain);
        const auto blurred =
            double(steepSteps(plain.scaled(scaled.size(), {}, Qt::SmoothTransformation))) / steepSteps(plain);
        QVERIFY2(sharpness > 2 * blurred, qPrintable(u"%1, and blown up %2"_s.arg(sharpness).arg(blurred)));
        QVERIFY(mixedSquares(scaled) > 1'000);
    }

    void aSizeThatIsNoneIsRefused()
    {
        for (const auto& size : {u"big"_s, u"1024"_s, u"0x640"_s, u"99999x640"_s}) {
            test::LineProcess program(QStringLiteral(LOCKSCOPE), {recording(), u"--screenshot"_s,
                                                                  m_folder.filePath(u"none.png"_s), u"--size"_s, size});
            QVERIFY(program.waitForEnd());
            QCOMPARE(program.exitCode(), 2);
            QVERIFY2(program.errors().contains("such as 1024x640, not " + size.toUtf8()), program.told().constData());
        }
    }
};

} // namespace lockscope::scalingTest

LOCKSCOPE_TEST(lockscope::scalingTest::ScalingTest)
#include "ScalingTest.moc"
