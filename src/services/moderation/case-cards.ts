import { isDeepStrictEqual } from 'node:util';
import type { Servers } from '../../floors.js';
import { Deliveries, type Due, type MessageKind, type Post } from '../../messages/deliveries.js';
import type { Mailbox } from '../../messages/mailbox.js';
import type { AuditChannel } from '../../servers/guild-settings.js';
import { shownReference } from '../verification/references.js';
import type { Case, CaseRow, CaseRows } from './case-rows.js';

/** The staff's cards of one kind of case. One that ended before its card was sent needs none. */
export abstract class CaseCards<Row extends CaseRow, Letter> extends Deliveries<Row, Letter> {
	readonly #floor: Pick<Servers, 'served' | 'discord' | 'logger'>;
	readonly #cases: CaseRows<Row>;

	constructor(
		about: Pick<MessageKind<Row, Letter>, 'name' | 'sent' | 'isOneByOne'>,
		cases: CaseRows<Row>,
		floor: Servers & { readonly mailbox: Mailbox<Letter> },
	) {
		super(
			{
				...about,
				rows: cases.table,
				round: () => this.#round(),
				letter: (row, id) => this.#due({ ...row, reference: shownReference(id) }),
				// An ended one is left alone once its card shows that.
				shown: (row) =>
					row.state === 'open' || row.isSettled === true ? undefined : { ...row, isSettled: true },
				closed: (row) => ({ ...row, post: { state: 'closed' } }),
				replaces: () => true,
			},
			floor,
		);
		this.#floor = floor;
		this.#cases = cases;
	}

	protected abstract channelOf(own: Case<Row>): Promise<AuditChannel | undefined>;

	/** @param guildId of the staff: for others it is sent anew */
	protected abstract letterOf(own: Case<Row>, guildId: string): Promise<Letter>;

	/** The files that are sent with a new card. Default: none. */
	protected filesOf(_: Case<Row>): Due<Letter>['files'] {
		return undefined;
	}

	/** Called for each case in each round until its end is shown. */
	protected async look(_: Case<Row>): Promise<void> {}

	async #round(): Promise<void> {
		const { served, logger } = this.#floor;
		if (served.ids.length === 0) return;
		for (const own of await this.#cases.all()) {
			const { reference, isSettled, post } = own;
			if (isSettled === true) continue;
			try {
				await this.look(own);
				// The channel may accept messages by now, or be another one.
				if (post?.state === 'closed' || this.#isLost(post)) await this.sendAnew(own);
			} catch (err) {
				logger.warn({ err, reference }, 'A request of a member could not be looked at');
			}
		}
		await this.pass();
	}

	/** Has the card sent anew. @returns the row, or undefined if the card has changed since */
	protected async sendAnew({ reference, post: seen }: Case<Row>, also: Partial<Row> = {}) {
		return await this.#cases.change(reference, ({ post, ...row }) =>
			isDeepStrictEqual(post, seen) ? ({ ...row, ...also } as unknown as Row) : undefined,
		);
	}

	/** The card's channel was deleted. */
	#isLost(post: Post | undefined): boolean {
		if (post?.state !== 'sent') return false;
		const facts = this.#floor.discord.factsOf(post.guildId ?? '');
		return facts !== undefined && facts.channel(post.channelId) === undefined;
	}

	async #due(own: Case<Row>) {
		const { post, state, isSettled } = own;
		if (isSettled === true || (state !== 'open' && post === undefined)) return 'none';
		const sent = post?.state === 'sent' && this.#floor.served.serves(post.guildId ?? '') ? post : undefined;
		const channel = await this.channelOf(own);
		const guildId = sent?.guildId ?? channel?.guildId;
		const channelId = sent?.channelId ?? channel?.channelId;
		if (guildId === undefined || channelId === undefined) return 'waits';
		const letter = await this.letterOf(own, guildId);
		return { place: { guildId, channelId }, letter, files: this.filesOf(own) };
	}
}
