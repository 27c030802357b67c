import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { StoreCorruptError } from '../base/errors.js';
import { isCanonical, type PurchaseCode } from './purchase-code.js';

const nonceBytes = 12;
const tagBytes = 16;
const sealVersion = 'v1.';

/** Everything that is derived from CLAIM_SECRET. */
export interface ClaimKeys {
	/** Not a secret: equal for equal secrets. What a store remembers about the secret that it was created with. */
	readonly check: string;
	/** The claim's identity: 64 hex digits, useless for guessing codes without the secret. */
	hash(code: PurchaseCode): string;
	/**
	 * The code, encrypted so that later checks can ask the marketplace again. Bound to `hash`: it can't be decrypted
	 * in another claim.
	 */
	seal(hash: string, code: PurchaseCode): string;
	/** Recognizes a member in a limit that outlives the deletion of their data. Useless for guessing ids without the secret. */
	memberTag(userId: string): string;
	/** Throws StoreCorruptError if `seal` didn't make the copy for this claim with this secret. */
	open(hash: string, sealed: string): PurchaseCode;
}

/**
 * Identifies a former holder of a code when nothing else may. Keyed with the code and not with the claim secret: it
 * survives a change of the secret, and reveals nothing without the code.
 */
export function holderTag(code: PurchaseCode, userId: string): string {
	return createHmac('sha256', code).update(`holder, v1:${userId}`).digest('hex');
}

/** HKDF-SHA-256 into independent keys: HMAC-SHA-256 for hash and tag, AES-256-GCM for the copy, the check value. */
export function deriveClaimKeys(
	claimSecret: string,
	random: (bytes: number) => Buffer = randomBytes,
): ClaimKeys {
	const derive = (purpose: string): Buffer =>
		Buffer.from(hkdfSync('sha256', claimSecret, 'claimcheck', purpose, 32));
	const hashKey = derive('claim hash, v1');
	const sealKey = derive('claim seal, v1');
	const memberKey = derive('member tag, v1');

	return {
		check: derive('check value, v1').toString('hex'),

		hash: (code) => createHmac('sha256', hashKey).update(code).digest('hex'),

		memberTag: (userId) => createHmac('sha256', memberKey).update(userId).digest('hex'),

		seal(hash, code) {
			const nonce = random(nonceBytes);
			const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(hash));
			const sealed = Buffer.concat([nonce, cipher.update(code), cipher.final(), cipher.getAuthTag()]);
			return sealVersion + sealed.toString('base64url');
		},

		open(hash, sealed) {
			try {
				return openSealed(sealKey, hash, sealed);
			} catch (cause) {
				throw new StoreCorruptError("A claim's copy of its code cannot be opened", { cause });
			}
		},
	};
}

function openSealed(key: Buffer, hash: string, sealed: string): PurchaseCode {
	if (!sealed.startsWith(sealVersion)) throw new Error('Unknown form of a sealed code');
	const bytes = Buffer.from(sealed.slice(sealVersion.length), 'base64url');
	const nonce = bytes.subarray(0, nonceBytes);
	const tag = bytes.subarray(-tagBytes);
	const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
	decipher.setAAD(Buffer.from(hash)).setAuthTag(tag);
	const text =
		decipher.update(bytes.subarray(nonceBytes, -tagBytes)).toString() + decipher.final().toString();
	if (!isCanonical(text)) throw new Error('The sealed text is not a code in canonical form');
	return text;
}
