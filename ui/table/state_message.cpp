// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/state_message.h"

#include <QLabel>

namespace nv {

QLabel* newStateMessage()
{
    constexpr int kAround = 16;
    auto* message = new QLabel;
    message->setObjectName(QStringLiteral("message"));
    message->setAlignment(Qt::AlignCenter);
    message->setWordWrap(true);
    message->setMargin(kAround);
    return message;
}

} // namespace nv
