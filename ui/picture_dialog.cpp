// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace nv {
namespace {

constexpr int kLeastWidth = 320; ///< those of the timeline (picture.h)
constexpr int kLeastHeight = 160;
constexpr int kLeastOfChart = 64;
constexpr int kMost = 16384;
constexpr double kMostScale = 8;
constexpr double kMostMegapixels = 256; ///< 1 GiB while it is painted

} // namespace

PictureDialog::PictureDialog(std::vector<PictureSubject> subjects, QWidget* parent)
    : QDialog(parent)
    , m_subjects(std::move(subjects))
    , m_subject(new QComboBox(this))
    , m_width(new QSpinBox(this))
    , m_height(new QSpinBox(this))
    , m_scale(new QDoubleSpinBox(this))
    , m_format(new QComboBox(this))
    , m_theme(new QComboBox(this))
    , m_pixels(new QLabel(this))
    , m_save(nullptr)
    , m_copy(nullptr)
{
    setWindowTitle(tr("Export a picture"));
    for (const PictureSubject& subject : m_subjects)
        m_subject->addItem(subject.title);
    buildLayout();
    propose();
}

void PictureDialog::buildLayout()
{
    m_subject->setAccessibleName(tr("Picture of"));
    m_subject->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_subject->setMinimumContentsLength(36);
    m_width->setAccessibleName(tr("Width"));
    m_height->setAccessibleName(tr("Height"));
    m_scale->setRange(1, kMostScale);
    m_scale->setSingleStep(0.5);
    m_scale->setDecimals(1);
    m_scale->setValue(2);
    m_scale->setToolTip(tr("Device pixels for one of width and height: sharper, not smaller"));
    m_theme->addItems({tr("Light"), tr("Dark")});
    auto* size = new QHBoxLayout;
    size->addWidget(m_width);
    size->addWidget(new QLabel(QStringLiteral("×"), this));
    size->addWidget(m_height);
    size->addWidget(m_pixels, 1);
    auto* form = new QFormLayout;
    form->addRow(tr("&Picture of"), m_subject);
    form->addRow(tr("&Format"), m_format);
    auto* sizeLabel = new QLabel(tr("&Width × height"), this);
    sizeLabel->setBuddy(m_width); // a row of widgets has none by itself, and shows the sign
    form->addRow(sizeLabel, size);
    form->addRow(tr("&Scale"), m_scale);
    form->addRow(tr("&Theme"), m_theme);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_save = buttons->addButton(tr("Sa&ve …"), QDialogButtonBox::ActionRole);
    m_copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    m_save->setDefault(true);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(buttons);
    connect(m_subject, &QComboBox::currentIndexChanged, this, &PictureDialog::propose);
    connect(m_format, &QComboBox::currentIndexChanged, this, &PictureDialog::refresh);
    for (QSpinBox* box : {m_width, m_height})
        connect(box, &QSpinBox::valueChanged, this, &PictureDialog::refresh);
    connect(m_scale, &QDoubleSpinBox::valueChanged, this, &PictureDialog::refresh);
    connect(m_save, &QPushButton::clicked, this, [this] { emit saveAsked(subject(), order()); });
    connect(m_copy, &QPushButton::clicked, this, [this] { emit copyAsked(subject(), order()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

const PictureSubject& PictureDialog::subject() const
{
    return m_subjects[static_cast<std::size_t>(m_subject->currentIndex())];
}

PictureOrder PictureDialog::order() const
{
    const QString extension = m_format->currentText().toLower();
    const bool isPixels = extension == QLatin1String("png");
    return {{m_width->value(), m_height->value()},
            isPixels ? m_scale->value() : 1,
            m_theme->currentIndex() == 1 ? Theme::Mode::Dark : Theme::Mode::Light,
            extension};
}

/// Another subject: its own size and formats.
void PictureDialog::propose()
{
    const PictureSubject& of = subject();
    const bool isTimeline = of.chart.isNull();
    m_width->setRange(isTimeline ? kLeastWidth : kLeastOfChart, kMost);
    m_height->setRange(isTimeline ? kLeastHeight : kLeastOfChart, kMost);
    m_width->setValue(of.size.width());
    m_height->setValue(of.size.height());
    const int format = m_format->currentIndex();
    m_format->clear();
    m_format->addItems({QStringLiteral("PNG"), QStringLiteral("SVG")});
    if (isTimeline)
        m_format->addItem(QStringLiteral("PDF"));
    m_format->setCurrentIndex(std::clamp(format, 0, m_format->count() - 1));
    m_theme->setEnabled(isTimeline);
    m_theme->setCurrentIndex(!isTimeline && Theme::current().mode() == Theme::Mode::Dark ? 1 : 0);
    refresh();
}

void PictureDialog::refresh()
{
    const PictureOrder now = order();
    const bool isPixels = now.extension == QLatin1String("png");
    const QSize pixels = (QSizeF(now.size) * now.scale).toSize();
    const double megapixels = static_cast<double>(pixels.width()) * pixels.height() / 1e6;
    const bool isPossible = !isPixels || megapixels <= kMostMegapixels;
    m_scale->setEnabled(isPixels);
    m_pixels->setText(!isPixels    ? QString()
                      : isPossible ? tr("%1 × %2 pixels").arg(pixels.width()).arg(pixels.height())
                                   : tr("too large"));
    m_save->setEnabled(isPossible);
    m_copy->setEnabled(isPossible && isPixels);
}

} // namespace nv
