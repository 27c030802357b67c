import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { StoreCorruptError } from '../base/errors.js';
import { isCanonical, type PurchaseCode } from '../base/purchase-code.js';

const nonceBytes = 12;
const tagBytes = 16;
const sealVersion = 'v1.';

/** Identifies a former holder. Keyed with the code, so that it survives a new CLAIM_SECRET. */
export function holderTag(code: PurchaseCode, userId: string): string {
	return createHmac('sha256', code).update(`holder, v1:${userId}`).digest('hex');
}

/** Keys derived from CLAIM_SECRET by HKDF-SHA-256: HMAC-SHA-256 for hashes and tags, AES-256-GCM for codes and texts. */
export class ClaimKeys {
	/** Not a secret, and equal for equal secrets. The store keeps it to recognize the secret that it was created with. */
	readonly check: string;
	readonly #hashKey: Buffer;
	readonly #sealKey: Buffer;
	readonly #memberKey: Buffer;
	readonly #textKey: Buffer;
	readonly #random: (bytes: number) => Buffer;

	constructor(claimSecret: string, random: (bytes: number) => Buffer = randomBytes) {
		const derive = (purpose: string): Buffer =>
			Buffer.from(hkdfSync('sha256', claimSecret, 'claimcheck', purpose, 32));
		this.check = derive('check value, v1').toString('hex');
		this.#hashKey = derive('claim hash, v1');
		this.#sealKey = derive('claim seal, v1');
		this.#memberKey = derive('member tag, v1');
		this.#textKey = derive('text seal, v1');
		this.#random = random;
	}

	/** Identifies the claim: 64 hex digits, useless for guessing codes without the secret. */
	hash(code: PurchaseCode): string {
		return createHmac('sha256', this.#hashKey).update(code).digest('hex');
	}

	/** Identifies a member in rate limits after the deletion of their data. Useless without the secret. */
	memberTag(userId: string): string {
		return createHmac('sha256', this.#memberKey).update(userId).digest('hex');
	}

	/** Encrypts the code for later checks. Bound to `hash`: it can't be decrypted in another claim. */
	seal(hash: string, code: PurchaseCode): string {
		return this.#seal(this.#sealKey, hash, code);
	}

	/** @returns true if the sealed code can be decrypted, and is that of the claim */
	opens(hash: string, sealed: string): boolean {
		try {
			return this.hash(this.open(hash, sealed)) === hash;
		} catch {
			return false;
		}
	}

	/** Decrypts a sealed code. Throws StoreCorruptError unless it was sealed for this claim with this secret. */
	open(hash: string, sealed: string): PurchaseCode {
		try {
			const text = openSealed(this.#sealKey, hash, sealed);
			if (!isCanonical(text)) throw new Error('The sealed text is not a code in canonical form');
			return text;
		} catch (cause) {
			throw new StoreCorruptError("A claim's encrypted code cannot be decrypted", { cause });
		}
	}

	/** Encrypts a text that no row may show, such as the addresses of a member's files. Bound to `id`. */
	sealText(id: string, text: string): string {
		return this.#seal(this.#textKey, id, text);
	}

	/** @returns undefined unless it was sealed under this id with this secret */
	openText(id: string, sealed: string): string | undefined {
		try {
			return openSealed(this.#textKey, id, sealed);
		} catch {
			return undefined;
		}
	}

	#seal(key: Buffer, id: string, text: string): string {
		const nonce = this.#random(nonceBytes);
		const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id));
		const sealed = Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
		return sealVersion + sealed.toString('base64url');
	}
}

function openSealed(key: Buffer, id: string, sealed: string): string {
	if (!sealed.startsWith(sealVersion)) throw new Error('Unknown form of a sealed code');
	const bytes = Buffer.from(sealed.slice(sealVersion.length), 'base64url');
	const nonce = bytes.subarray(0, nonceBytes);
	const tag = bytes.subarray(-tagBytes);
	const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
	decipher.setAAD(Buffer.from(id)).setAuthTag(tag);
	return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString();
}
