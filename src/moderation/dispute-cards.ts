import { nonceOf } from '../base/nonce.js';
import type { Servers } from '../floors.js';
import type { AuditChannel } from '../guilds/guild-settings.js';
import { Deliveries } from '../messages/deliveries.js';
import type { Mailbox } from '../messages/mailbox.js';
import { type Dispute, remindMs, type StoredDispute } from './disputes/dispute.js';
import type {
	DisputedPurchases,
	DisputeFacts,
	DisputeLetter,
	DisputeReminder,
} from './disputes/dispute-facts.js';
import { type DisputeRows, lettersOf } from './disputes/dispute-rows.js';
import type { FormLabels } from './form-labels.js';
import type { ModeratedRoles } from './moderated-roles.js';
import { shownReference } from './references/reference.js';

type Floor = Servers & {
	readonly rows: DisputeRows;
	readonly purchases: DisputedPurchases;
	readonly moderatedRoles: ModeratedRoles;
	readonly formLabels: FormLabels;
	readonly mailbox: Mailbox<DisputeLetter | DisputeReminder>;
};

/** The staff's cards, which follow the disputes and their purchases. */
export class DisputeCards extends Deliveries<StoredDispute, DisputeLetter | DisputeReminder> {
	readonly #floor: Floor;

	constructor(floor: Floor) {
		super(
			{
				name: 'disputes',
				rows: floor.rows.table,
				round: () => this.#round(),
				letter: (row, id) => this.#letterOf({ ...row, reference: shownReference(id) }),
				// A decided one is left alone once its card shows that.
				shown: (row) =>
					row.state === 'open' || row.isSettled === true ? undefined : { ...row, isSettled: true },
				closed: (row) => ({ ...row, post: { state: 'closed' } }),
				replaces: () => true,
			},
			floor,
		);
		this.#floor = floor;
	}

	/** Call it after a change of a dispute. */
	override begin(reference: string): void {
		super.begin(lettersOf(reference));
	}

	async #round(): Promise<void> {
		const { rows, served, logger } = this.#floor;
		if (served.ids.length === 0) return;
		for (const own of await rows.all()) {
			const { reference, isSettled } = own;
			if (isSettled === true) continue;
			try {
				await this.#follow(own);
				await this.#remind(own);
			} catch (err) {
				logger.warn({ err, reference }, 'A dispute could not be looked at');
			}
		}
		await this.pass();
	}

	/** The claimant may have verified the code. Acts of staff have the dispute in their own commit. */
	async #follow({ reference, hash, post: known }: Dispute): Promise<void> {
		const { rows, store, claims } = this.#floor;
		await store.transact(async (tx) => {
			const file = await claims.moderated.byHash(hash, tx);
			if (file !== undefined) await rows.followIn(tx, file);
		});
		// The channel may accept messages by now, or be another one.
		if (known?.state !== 'closed') return;
		await rows.change(reference, ({ post, ...row }) => (post?.state === 'closed' ? row : undefined));
	}

	async #letterOf(own: Dispute) {
		const { served, purchases, channelOf } = this.#floor;
		const { post, state, isSettled } = own;
		const sent = post?.state === 'sent' && served.serves(post.guildId ?? '') ? post : undefined;
		if (isSettled === true || (state !== 'open' && post === undefined)) return 'none';
		const channel: Pick<AuditChannel, 'guildId' | 'channelId'> | undefined = await channelOf(undefined);
		const guildId = sent?.guildId ?? channel?.guildId;
		const channelId = sent?.channelId ?? channel?.channelId;
		if (guildId === undefined || channelId === undefined) return 'waits';
		const facts = await purchases.factsOf(own);
		await this.#rememberForm(facts, guildId);
		return { place: { guildId, channelId }, letter: { kind: 'dispute' as const, guildId, facts } };
	}

	/** The form of a decision is the first response to a press, so that its facts come from memory. */
	async #rememberForm(facts: DisputeFacts, guildId: string): Promise<void> {
		const { moderatedRoles, formLabels } = this.#floor;
		const { reference, hash, item, ending: codeEnd, holders, claimantId, revision } = facts;
		if (item === undefined || revision === undefined) return;
		const holderId = holders[0]?.userId;
		const roleIds =
			holderId === undefined ? [] : await moderatedRoles.fromAlone(hash, { guildId, userId: holderId });
		const form = { itemName: item.name, codeEnd, holderCount: holders.length, roleIds };
		formLabels.remember(reference, { ...form, dispute: { holderId, claimantId, revision } });
	}

	async #remind({ reference, at, state, undone, isReminded }: Dispute): Promise<void> {
		const { rows, mailbox, clock, channelOf } = this.#floor;
		const since = undone?.at ?? at;
		if (state !== 'open' || isReminded === true || clock.now() < since + remindMs) return;
		const channel = await channelOf(undefined);
		if (channel === undefined) return;
		const nonce = nonceOf(reference, 'remind', String(since));
		await mailbox.send(channel, { kind: 'dispute-reminder', reference }, nonce);
		await rows.change(reference, (row) => ({ ...row, isReminded: true }));
	}
}
