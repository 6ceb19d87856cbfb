// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/colour_menu.h"

#include "ui/panels/timeline/timeline_state.h"
#include "ui/settings.h"

#include <QActionGroup>
#include <QCoreApplication>

#include <array>
#include <functional>

namespace nv {

namespace {

QString colourTr(const char* text)
{
    return QCoreApplication::translate("ColourMenu", text);
}

/// A value, its word in the settings and its words in the menu.
template <class Value>
struct Entry
{
    Value value;
    const char* word;
    const char* text;
};

constexpr std::array<Entry<KernelColors>, 2> kKernels{{
    {KernelColors::ByName, "name", QT_TRANSLATE_NOOP("ColourMenu", "&Kernels by name")},
    {KernelColors::ByFamily, "family", QT_TRANSLATE_NOOP("ColourMenu", "Kernels by &family")},
}};
constexpr std::array<Entry<RangeColors>, 4> kRanges{{
    {RangeColors::ByText, "text", QT_TRANSLATE_NOOP("ColourMenu", "NVTX ranges by &text")},
    {RangeColors::ByDomain, "domain", QT_TRANSLATE_NOOP("ColourMenu", "NVTX ranges by &domain")},
    {RangeColors::ByCategory, "category",
     QT_TRANSLATE_NOOP("ColourMenu", "NVTX ranges by &category")},
    {RangeColors::Own, "own",
     QT_TRANSLATE_NOOP("ColourMenu", "NVTX ranges in the &program's own colours")},
}};

template <class Value, std::size_t kCount>
Value valueOf(const std::array<Entry<Value>, kCount>& entries, const QString& word)
{
    for (const Entry<Value>& entry : entries)
        if (word == QLatin1String(entry.word))
            return entry.value;
    return entries.front().value; // what is unknown is the default
}

template <class Value, std::size_t kCount>
QString wordOf(const std::array<Entry<Value>, kCount>& entries, Value value)
{
    for (const Entry<Value>& entry : entries)
        if (entry.value == value)
            return QString::fromLatin1(entry.word);
    return {};
}

template <class Value, std::size_t kCount>
void addChoice(QMenu& menu, const std::array<Entry<Value>, kCount>& entries, Value now,
               const std::function<void(Value)>& choose)
{
    auto* group = new QActionGroup(&menu);
    for (const Entry<Value>& entry : entries) {
        QAction* action = menu.addAction(colourTr(entry.text));
        action->setCheckable(true);
        action->setChecked(entry.value == now);
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, &menu,
                         [choose, value = entry.value] { choose(value); });
    }
}

} // namespace

QMenu* newColourMenu(TimelineState& state, Settings& settings, QWidget* parent)
{
    auto* menu = new QMenu(colourTr("&Colours"), parent);
    state.setColors(valueOf(kKernels, settings.kernelColours()),
                    valueOf(kRanges, settings.rangeColours()));
    addChoice<KernelColors>(*menu, kKernels, state.colorChoice().kernels,
                            [&state, &settings](KernelColors kernels) {
                                state.setColors(kernels, state.colorChoice().ranges);
                                settings.setKernelColours(wordOf(kKernels, kernels));
                            });
    menu->addSeparator();
    addChoice<RangeColors>(*menu, kRanges, state.colorChoice().ranges,
                           [&state, &settings](RangeColors ranges) {
                               state.setColors(state.colorChoice().kernels, ranges);
                               settings.setRangeColours(wordOf(kRanges, ranges));
                           });
    return menu;
}

} // namespace nv
