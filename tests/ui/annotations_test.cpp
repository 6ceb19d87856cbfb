// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/annotations.h"

#include <QSignalSpy>
#include <QTest>

using namespace nv;

namespace {

QString namesOf(const Annotations& annotations)
{
    QStringList out;
    for (const Annotations::Range& range : annotations.ranges())
        out << QStringLiteral("%1%2").arg(QString::fromStdString(range.name)).arg(range.key);
    return out.join(u' ');
}

} // namespace

class AnnotationsTest : public QObject
{
    Q_OBJECT
private slots:

    void marksAscendAndStandOnce()
    {
        Annotations notes;
        const QSignalSpy edited(&notes, &Annotations::edited);
        for (const Ns at : {Ns{30}, Ns{10}, Ns{30}})
            notes.addMark(at);
        QVERIFY((notes.marks() == std::vector<Ns>{10, 30}));
        QCOMPARE(edited.count(), 2); // the third changed nothing
        QCOMPARE(notes.chosenMark(), std::optional(Ns{30}));
        QVERIFY(notes.removeChosen());
        QVERIFY((notes.marks() == std::vector<Ns>{10}));
        QVERIFY(!notes.hasChosen());
        QVERIFY(!notes.removeChosen());
    }

    void rangesAreCalledByTheirKeys()
    {
        Annotations notes;
        for (int i = 0; i < 11; ++i)
            notes.keep({i, i + 1});
        QCOMPARE(namesOf(notes), QStringLiteral("A1 B2 C3 D4 E5 F6 G7 H8 I9 J0 K0"));
        QCOMPARE(notes.keep({5, 5}), std::uint64_t{0}); // an empty range is none
        notes.remove(notes.ofKey(2)->id);
        notes.keep({7, 9});
        QCOMPARE(namesOf(notes), QStringLiteral("A1 B2 C3 D4 E5 F6 G7 H8 I9 J0 K0"));
        QVERIFY((notes.ofKey(2)->range == TimeRange{7, 9}));
    }

    void aNameIsGivenOnce()
    {
        Annotations notes;
        notes.rename(notes.keep({0, 1}), QStringLiteral("B"));
        notes.keep({1, 2}); // its letter is taken
        QCOMPARE(namesOf(notes), QStringLiteral("B1 A2"));
        notes.rename(notes.ofKey(1)->id, QStringLiteral("   ")); // no name
        QCOMPARE(namesOf(notes), QStringLiteral("B1 A2"));
        for (int i = 0; i < 30; ++i)
            notes.keep({i, i + 2});
        QVERIFY(namesOf(notes).endsWith(QStringLiteral("Z0 AA0 AB0 AC0 AD0 AE0 AF0")));
    }

    void storingKeepsNameAndNote()
    {
        Annotations notes;
        const std::uint64_t id = notes.store(5, {0, 10});
        QCOMPARE(namesOf(notes), QStringLiteral("E5"));
        notes.rename(id, QStringLiteral("decode"));
        notes.setNote(id, QStringLiteral(" slow "));
        QCOMPARE(notes.store(5, {20, 30}), id);
        QCOMPARE(notes.find(id)->name, std::string("decode"));
        QCOMPARE(notes.find(id)->note, std::string("slow"));
        QVERIFY((notes.find(id)->range == TimeRange{20, 30}));
        notes.store(2, {1, 2}); // keys stand in order
        QCOMPARE(namesOf(notes), QStringLiteral("B2 decode5"));
        QCOMPARE(notes.chosenRange(), std::optional(notes.ofKey(2)->id));
        QVERIFY(notes.ofKey(0) == nullptr);
    }

    void restoringIsNotEditing()
    {
        Annotations notes;
        notes.keep({0, 10});
        notes.addMark(3);
        Session session = notes.session();
        session.others = "{\"findings\":[]}";
        Annotations other;
        const QSignalSpy edited(&other, &Annotations::edited);
        const QSignalSpy changed(&other, &Annotations::changed);
        other.restore(session);
        QCOMPARE(edited.count(), 0);
        QCOMPARE(changed.count(), 1);
        QVERIFY(other.session().ranges == session.ranges);
        QVERIFY(other.session().marks == session.marks);
        QCOMPARE(other.session().others, session.others);
        other.reset();
        QVERIFY(other.isEmpty());
        QVERIFY(other.session().isEmpty()); // nor what came with it
        QCOMPARE(edited.count(), 0);
    }

    void mergingAdds()
    {
        Annotations notes;
        notes.keep({0, 10});
        notes.addMark(3);
        Session other;
        other.marks = {1, 3};
        other.ranges = {{"A", 1, {0, 10}, ""}, {"x", 1, {5, 6}, "n"}, {"y", 4, {7, 8}, ""}};
        notes.merge(other);
        QVERIFY((notes.marks() == std::vector<Ns>{1, 3}));
        QCOMPARE(namesOf(notes), QStringLiteral("A1 x2 y4")); // A is here, its key is taken
        notes.merge(other);
        QCOMPARE(notes.ranges().size(), std::size_t{3});
    }
};

QTEST_APPLESS_MAIN(AnnotationsTest)
#include "annotations_test.moc"
