/* SPDX-License-Identifier: BSD-3-Clause */
/* What became of proofs, in words. */
#include "involute.h"

const char *invo_proof_word(invo_proof_verdict verdict) {
    switch (verdict) {
#define PROOF(member, word, about)                                                       \
    case INVO_PROOF_##member:                                                            \
        return word;
#include "involute_proof.def"
    }
    return "";
}

const char *invo_proof_about(invo_proof_verdict verdict) {
    switch (verdict) {
#define PROOF(member, word, about)                                                       \
    case INVO_PROOF_##member:                                                            \
        return about;
#include "involute_proof.def"
    }
    return "";
}
