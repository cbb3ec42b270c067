#include "harness/report/sha256.hpp"

#include <openssl/evp.h>

#include <stdexcept>

namespace hopbench::reporting {
namespace {

void require(bool done) {
    if (!done) throw std::runtime_error("libcrypto refuses SHA-256");
}

}  // namespace

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
    auto* context = static_cast<EVP_MD_CTX*>(context_.get());
    require(context && EVP_DigestInit_ex(context, EVP_sha256(), nullptr) == 1);
}

Sha256::~Sha256() = default;

void Sha256::Free::operator()(void* context) const noexcept {
    EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(context));
}

void Sha256::update(const void* data, std::size_t bytes) {
    require(EVP_DigestUpdate(static_cast<EVP_MD_CTX*>(context_.get()), data, bytes) == 1);
}

std::string Sha256::hex() {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    require(EVP_DigestFinal_ex(static_cast<EVP_MD_CTX*>(context_.get()), digest, &length) == 1);
    std::string text;
    for (unsigned i = 0; i < length; ++i) {
        constexpr const char* digits = "0123456789abcdef";
        text += digits[digest[i] >> 4];
        text += digits[digest[i] & 15];
    }
    return text;
}

}  // namespace hopbench::reporting
