// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/key_places.h"

#include "ui/commands/commands.h"

#include <QGuiApplication>
#include <QKeyEvent>

#include <array>
#include <string_view>

namespace nv {

namespace {

struct LetterRow
{
    quint32 first; ///< scan code of its first letter
    std::string_view letters;
};

constexpr std::array kRows{LetterRow{24, "QWERTYUIOP"}, LetterRow{38, "ASDFGHJKL"},
                           LetterRow{52, "ZXCVBNM"}};

} // namespace

bool platformKnowsPlaces()
{
    const QString platform = QGuiApplication::platformName();
    return platform == QLatin1String("xcb") || platform == QLatin1String("wayland");
}

bool isLetter(int key)
{
    return key > 0 && key < 0x10000 && QChar(key).isLetter();
}

int letterAt(const QKeyEvent& event)
{
    if (!isLetter(event.key()))
        return 0;
    const quint32 code = event.nativeScanCode();
    for (const LetterRow& row : kRows) {
        if (code >= row.first && code - row.first < row.letters.size())
            return row.letters[code - row.first];
    }
    return 0;
}

QString plainTitle(const QString& text)
{
    QString out;
    const QString title = text.section(u'\t', 0, 0);
    for (qsizetype i = 0; i < title.size(); ++i) {
        if (title.at(i) == u'&' && ++i >= title.size())
            break;
        out += title.at(i);
    }
    return out;
}

QString keysText(const KeyList& keys)
{
    QStringList texts;
    for (const QKeySequence& key : keys)
        texts << key.toString(QKeySequence::NativeText);
    return texts.join(QStringLiteral(", "));
}

KeyList keysOf(const QString& text)
{
    KeyList keys = QKeySequence::listFromString(text, QKeySequence::PortableText);
    keys.removeIf([](const QKeySequence& key) {
        return key.isEmpty() || key[0].key() == Qt::Key_unknown || key[0].key() == 0;
    });
    return keys;
}

QKeyCombination combinationOf(const QKeyEvent& event)
{
    const auto key = static_cast<Qt::Key>(event.key());
    switch (key) {
    case Qt::Key_Control:
    case Qt::Key_Shift:
    case Qt::Key_Alt:
    case Qt::Key_AltGr:
    case Qt::Key_Meta:
    case Qt::Key_unknown:
        return QKeyCombination::fromCombined(0);
    default:
        break;
    }
    Qt::KeyboardModifiers modifiers =
        event.modifiers() & ~(Qt::KeypadModifier | Qt::GroupSwitchModifier);
    // The sign is there already, whatever it took to reach it.
    if (key > Qt::Key_Space && key <= Qt::Key_AsciiTilde && !isLetter(key))
        modifiers &= ~Qt::ShiftModifier;
    return QKeyCombination(modifiers, key);
}

} // namespace nv
