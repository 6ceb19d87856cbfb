// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of a large trace lie on large pages where the system has them: filling a column of 80 MB
// takes 40 page faults instead of 20 000, and a fault is dear inside a virtual machine.
// Replaces the allocation of all programs that link the core; what is small goes to malloc as ever.
// The sanitizers keep their own, which tells new from malloc.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <cstddef>
#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20U;
constexpr std::size_t kLargeBlock = 2 * kLargePage;

/// Nullptr where there is no memory.
void* allocate(std::size_t size) noexcept
{
    if (size < kLargeBlock)
        return std::malloc(size == 0 ? 1 : size); // NOLINT(cppcoreguidelines-no-malloc)
    void* block = nullptr;
    if (::posix_memalign(&block, kLargePage, size) != 0)
        return nullptr;
#ifdef MADV_HUGEPAGE
    // A hint about whole pages inside the block; where it is not taken, nothing is lost.
    ::madvise(block, size / kLargePage * kLargePage, MADV_HUGEPAGE);
#endif
    return block;
}

} // namespace

void* operator new(std::size_t size)
{
    for (;;) {
        if (void* block = allocate(size))
            return block;
        const std::new_handler handler = std::get_new_handler();
        if (handler == nullptr)
            throw std::bad_alloc();
        handler();
    }
}

void operator delete(void* block) noexcept
{
    std::free(block); // NOLINT(cppcoreguidelines-no-malloc)
}

void operator delete(void* block, std::size_t /*size*/) noexcept
{
    std::free(block); // NOLINT(cppcoreguidelines-no-malloc)
}

#endif
