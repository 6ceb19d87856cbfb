// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/kernel_family.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace nv {
namespace {

struct Family
{
    std::string_view word; ///< in lower case
    std::string_view name;
};

// Asked in this order: a softmax inside an attention kernel's name is attention.
constexpr std::array<Family, 44> kFamilies{{
    {"nccl", "collective"},
    {"nvshmem", "collective"},
    {"allreduce", "collective"},
    {"all_reduce", "collective"},
    {"allgather", "collective"},
    {"all_gather", "collective"},
    {"reduce_scatter", "collective"},
    {"reducescatter", "collective"},
    {"alltoall", "collective"},
    {"attn", "attention"},
    {"attention", "attention"},
    {"fmha", "attention"},
    {"flash", "attention"},
    {"softmax", "norm"},
    {"gemm", "GEMM"},
    {"matmul", "GEMM"},
    {"gemv", "GEMM"},
    {"cutlass", "GEMM"},
    {"nvjet", "GEMM"},
    {"conv", "convolution"},
    {"winograd", "convolution"},
    {"norm", "norm"},
    {"rope", "RoPE"},
    {"rotary", "RoPE"},
    {"embed", "scatter"},
    {"gather", "scatter"},
    {"scatter", "scatter"},
    {"index", "scatter"},
    {"sort", "sort"},
    {"topk", "sort"},
    {"sampl", "sort"},
    {"scan", "reduce"},
    {"reduce", "reduce"},
    {"reduction", "reduce"},
    {"elementwise", "elementwise"},
    {"vectorized", "elementwise"},
    {"gelu", "elementwise"},
    {"silu", "elementwise"},
    {"relu", "elementwise"},
    {"pointwise", "elementwise"},
    {"triton_poi", "elementwise"},
    {"fill", "copy"},
    {"copy", "copy"},
    {"fft", "FFT"},
}};

} // namespace

std::string_view kernelFamily(std::string_view shortName)
{
    const auto sameLetter = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == b;
    };
    for (const Family& family : kFamilies)
        if (std::search(shortName.begin(), shortName.end(), family.word.begin(), family.word.end(),
                        sameLetter)
            != shortName.end())
            return family.name;
    return "other";
}

} // namespace nv
