// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/command_match.h"

#include <QStringList>

#include <algorithm>

namespace nv {

namespace {

constexpr int kBeginsTitle = 100;
constexpr int kBeginsWord = 80;
constexpr int kInside = 50;
constexpr int kScattered = 20; ///< less one for each jump

/// The letters of a word in their order, with gaps that begin at words or not.
int scatteredScore(const QString& title, const QString& word)
{
    qsizetype at = -1;
    int jumps = 0;
    for (const QChar letter : word) {
        const qsizetype next = title.indexOf(letter, at + 1);
        if (next < 0)
            return 0;
        const bool beginsWord = next == 0 || !title.at(next - 1).isLetterOrNumber();
        jumps += next == at + 1 || beginsWord ? 0 : 1;
        at = next;
    }
    return std::max(kScattered - jumps, 1);
}

int wordScore(const QString& title, const QString& word)
{
    int best = 0;
    for (qsizetype at = title.indexOf(word); at >= 0; at = title.indexOf(word, at + 1)) {
        if (at == 0)
            return kBeginsTitle;
        best = std::max(best, title.at(at - 1).isLetterOrNumber() ? kInside : kBeginsWord);
    }
    return best;
}

template <class Score>
int sumOfWords(const QString& title, const QString& typed, Score scoreOf)
{
    const QString lower = title.toLower();
    int sum = 1;
    for (const QString& word : typed.toLower().split(u' ', Qt::SkipEmptyParts)) {
        const int score = scoreOf(lower, word);
        if (score == 0)
            return 0;
        sum += score;
    }
    return sum;
}

} // namespace

int matchScore(const QString& title, const QString& typed)
{
    return sumOfWords(title, typed, [](const QString& text, const QString& word) {
        const int score = wordScore(text, word);
        return score > 0 ? score : scatteredScore(text, word);
    });
}

int matchScoreWhole(const QString& text, const QString& typed)
{
    return sumOfWords(text, typed, wordScore);
}

} // namespace nv
