import type { MemberRef } from '../base/member-ref.js';

/**
 * Names for the modals about a purchase: the purchase, its holder, and the roles that the holder loses with it.
 * Untrusted texts.
 */
export interface PurchaseLabels {
	readonly itemName: string;
	/** Undefined if there is no code. */
	readonly codeEnd: string | undefined;
	/** The holder's display name; undefined if there is no holder, or Discord didn't say. */
	readonly holderName: string | undefined;
	readonly holderCount: number;
	/** The holder's roles that follow from no other purchase of theirs. */
	readonly roleIds: readonly string[];
	readonly isGiven: boolean;
}

/**
 * The subject of a modal: a purchase with a holder, or a code by its lookup. Per guild, because another guild's staff
 * may not see it.
 */
export type FormSubject = { readonly guildId: string } & (
	| { readonly hash: string; readonly holderId: string | undefined }
	| { readonly lookUpId: string }
);

const maxKept = 1_000;

class Latest<Value> {
	readonly #values = new Map<string, Value>();

	set(key: string, value: Value): void {
		this.#values.delete(key);
		this.#values.set(key, value);
		const [oldest] = this.#values.keys();
		if (this.#values.size > maxKept && oldest !== undefined) this.#values.delete(oldest);
	}

	get(key: string): Value | undefined {
		return this.#values.get(key);
	}
}

/**
 * Labels for the moderation modals, from the purchase or member page last shown: a modal must be the first response, so
 * it is built from memory. If this process has not shown the page, the modal has no names.
 */
export class FormLabels {
	readonly #purchases = new Latest<PurchaseLabels>();
	readonly #members = new Latest<string>();

	remember(subject: FormSubject, labels: PurchaseLabels): void {
		this.#purchases.set(keyOf(subject), labels);
	}

	recall(subject: FormSubject): PurchaseLabels | undefined {
		return this.#purchases.get(keyOf(subject));
	}

	/** @param displayName untrusted text */
	rememberMember({ guildId, userId }: MemberRef, displayName: string): void {
		this.#members.set(`${guildId}:${userId}`, displayName);
	}

	recallMember({ guildId, userId }: MemberRef): string | undefined {
		return this.#members.get(`${guildId}:${userId}`);
	}
}

function keyOf(subject: FormSubject): string {
	const { guildId } = subject;
	if ('lookUpId' in subject) return `${guildId}:look-up:${subject.lookUpId}`;
	return `${guildId}:${subject.hash}:${subject.holderId ?? ''}`;
}
