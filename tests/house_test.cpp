// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of the tree, checked on the tree: layers, licence lines, size of files, what the project
// may not mention.
#include <QDir>
#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

#include <map>

namespace {

const QString kRoot = QStringLiteral(NV_SOURCE);

struct Rule
{
    QRegularExpression forbidden; ///< of an include
    QString why;
};

/// Folder -> what its files may not include.  A file obeys every rule whose folder is above it.
std::map<QString, Rule> layerRules()
{
    const auto re = [](const char* pattern) {
        return QRegularExpression(QString::fromLatin1(pattern));
    };
    return {
        {"core/",
         {re("^(Q[A-Z]|Qt[A-Z/]|qcustomplot|ui/|app/|tests/)"),
          "core is Qt-free and knows no layer above it"}},
        {"core/base/",
         {re("^core/(sqlite|trace|sources|analysis|verdict|report|scene|session|export|opening)/"),
          "base knows nothing of traces"}},
        {"core/session/",
         {re("^core/(sqlite|trace|sources|analysis|verdict|report|scene)/|^sqlite3"),
          "what was noted on a trace does not know the trace"}},
        {"core/sqlite/",
         {re("^core/(trace|sources|analysis|verdict|report|scene|export)/"),
          "sqlite knows only base"}},
        {"core/trace/",
         {re("^core/(sqlite|sources|analysis|verdict|report|scene|export)/|^sqlite3"),
          "the model does not know where it comes from"}},
        {"core/analysis/",
         {re("^core/(sqlite|sources|verdict|report|scene|export)/|^sqlite3"),
          "analysis reads the model only"}},
        {"core/sources/",
         {re("^core/(analysis|verdict|report|scene|export)/"), "sources fill the model only"}},
        {"core/opening/",
         {re("^core/(sqlite|verdict|report|scene|export)/|^sqlite3"),
          "opening joins a source and the analysis"}},
        {"core/export/",
         {re("^core/(verdict|report|scene)/|^sqlite3"),
          "an export writes what an analysis says of the window, by core/sqlite"}},
        {"core/verdict/",
         {re("^core/(sqlite|sources|report|scene|export)/|^sqlite3"), "a verdict reads analyses"}},
        {"core/scene/",
         {re("^core/(sqlite|sources|verdict|report|export)/|^sqlite3"),
          "a scene reads the model and its analyses"}},
        {"core/report/",
         {re("^core/(sqlite|sources|scene|export)/|^sqlite3"),
          "a report reads the verdict and the model"}},
        {"ui/",
         {re("^(app/|tests/|sqlite3|nlohmann|core/sqlite/)"), "ui reads data only through core"}},
        {"app/", {re("^(tests/|sqlite3|qcustomplot|core/sqlite/)"), "app only wires"}},
    };
}

QStringList filesOf(const QStringList& folders, const QStringList& patterns)
{
    QStringList out;
    for (const QString& folder : folders) {
        QDirIterator it(kRoot + '/' + folder, patterns, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext())
            out << QDir(kRoot).relativeFilePath(it.next());
    }
    out.sort();
    return out;
}

QStringList sources()
{
    return filesOf({"app", "core", "ui", "tests"}, {"*.h", "*.cpp"});
}

QStringList linesOf(const QString& file)
{
    QFile in(kRoot + '/' + file);
    return in.open(QIODevice::ReadOnly) ? QString::fromUtf8(in.readAll()).split('\n')
                                        : QStringList();
}

} // namespace

class HouseTest : public QObject
{
    Q_OBJECT
private slots:

    void includesPointDownwards()
    {
        // No raw string here: moc takes its quotes for the end of the class.
        static const QRegularExpression kInclude("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]");
        const auto rules = layerRules();
        QStringList broken;
        for (const QString& file : sources()) {
            for (const QString& line : linesOf(file)) {
                const auto match = kInclude.match(line);
                if (!match.hasMatch())
                    continue;
                for (const auto& [folder, rule] : rules)
                    if (file.startsWith(folder)
                        && rule.forbidden.match(match.captured(1)).hasMatch())
                        broken << file + " includes " + match.captured(1) + ": " + rule.why;
            }
        }
        QVERIFY2(broken.isEmpty(), qPrintable(broken.join('\n')));
    }

    void aWrongIncludeIsSeen() // the check itself can fail
    {
        const Rule core = layerRules().at("core/");
        QVERIFY(core.forbidden.match("QString").hasMatch());
        QVERIFY(core.forbidden.match("ui/theme.h").hasMatch());
        QVERIFY(!core.forbidden.match("core/base/units.h").hasMatch());
    }

    void jsonStaysOutOfHeaders()
    {
        for (const QString& file : filesOf({"core", "ui", "app"}, {"*.h"}))
            QVERIFY2(!linesOf(file).join('\n').contains("nlohmann/"), qPrintable(file));
    }

    void chartsAreDrawnInOnePlace()
    {
        for (const QString& file : filesOf({"core", "ui", "app"}, {"*.h", "*.cpp"}))
            if (!file.startsWith("ui/plot/"))
                QVERIFY2(!linesOf(file).join('\n').contains("#include <qcustomplot.h>"),
                         qPrintable(file + " includes qcustomplot.h outside ui/plot"));
    }

    void everyFileNamesItsLicence()
    {
        const QStringList files =
            sources()
            + filesOf({"app", "core", "ui", "tests", "packaging", ".ci", "resources"},
                      {"CMakeLists.txt", "*.cmake", "*.sh", "*.svg", "*.qrc", "*.recipe"});
        for (const QString& file : files)
            QVERIFY2(linesOf(file).mid(0, 3).join('\n').contains(
                         "SPDX-License-Identifier: GPL-3.0-or-later"),
                     qPrintable(file + " has no SPDX line"));
    }

    void filesStaySmall()
    {
        QStringList large;
        for (const QString& file : sources())
            if (const qsizetype lines = linesOf(file).size() - 1; lines > 400)
                large << QStringLiteral("%1: %2 lines").arg(file).arg(lines);
        QVERIFY2(large.isEmpty(), qPrintable(large.join('\n')));
    }

    void theTopLevelIsFixed()
    {
        QStringList seen = QDir(kRoot).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
        seen.erase(std::remove_if(seen.begin(), seen.end(),
                                  [](const QString& name) { return name.startsWith("build"); }),
                   seen.end());
        seen.sort();
        QCOMPARE(seen, (QStringList{"CMakeLists.txt", "README.md", "app", "core", "packaging",
                                    "resources", "tests", "ui"}));
    }

    void headersSayWhatTheyAnswer()
    {
        for (const QString& file : filesOf({"core"}, {"*.h"}))
            QVERIFY2(linesOf(file).join('\n').contains("///"),
                     qPrintable(file + " does not say what it is for"));
    }
};

QTEST_APPLESS_MAIN(HouseTest)
#include "house_test.moc"
