import type { Servers } from '../../floors.js';
import { Deliveries, type Due, type MessageKind, type Post } from '../../messages/deliveries.js';
import type { Mailbox } from '../../messages/mailbox.js';
import type { AuditChannel } from '../../servers/guild-settings.js';
import { shownReference } from '../verification/references.js';
import type { Case, CaseRow, CaseRows } from './case-rows.js';

/** One kind of card. */
interface CardKind<Row extends CaseRow, Letter>
	extends Pick<MessageKind<Row, Letter>, 'name' | 'sent' | 'isOneByOne'> {
	channelOf(own: Case<Row>): Promise<AuditChannel | undefined>;
	/** @param guildId of the staff: for others it is sent anew */
	letterOf(own: Case<Row>, guildId: string): Promise<Letter>;
	/** The files that are sent with a new card. Default: none. */
	filesOf?(own: Case<Row>): Due<Letter>['files'];
	/** Called for each case in each round until its end is shown. */
	look?(own: Case<Row>): Promise<void>;
}

/** The staff's cards of one kind of case. One that ended before its card was sent needs none. */
export function createCaseCards<Row extends CaseRow, Letter>(
	kind: CardKind<Row, Letter>,
	cases: CaseRows<Row>,
	floor: Servers & { readonly mailbox: Mailbox<Letter> },
) {
	const { served, discord, logger } = floor;
	const cards = new Deliveries<Row, Letter>(
		{
			...kind,
			rows: cases.table,
			round,
			letter: (row, id) => due({ ...row, reference: shownReference(id) }),
			// An ended one is left alone once its card shows that.
			shown: (row) =>
				row.state === 'open' || row.isSettled === true ? undefined : { ...row, isSettled: true },
			closed: (row) => ({ ...row, post: { state: 'closed' } }),
			resendsIf: 'gone',
		},
		floor,
	);

	async function round(): Promise<void> {
		if (served.ids.length === 0) return;
		for (const own of await cases.all()) {
			const { reference, isSettled, post } = own;
			if (isSettled === true) continue;
			try {
				await kind.look?.(own);
				// The channel may accept messages by now, or be another one.
				if (post?.state === 'closed' || isLost(post)) await cases.sendAnew(own);
			} catch (err) {
				logger.warn({ err, reference }, 'A request of a member could not be looked at');
			}
		}
		await cards.pass();
	}

	/** The card's channel was deleted. */
	function isLost(post: Post | undefined): boolean {
		if (post?.state !== 'sent') return false;
		const facts = discord.factsOf(post.guildId ?? '');
		return facts !== undefined && facts.channel(post.channelId) === undefined;
	}

	async function due(own: Case<Row>) {
		const { post, state, isSettled } = own;
		if (isSettled === true || (state !== 'open' && post === undefined)) return 'none';
		const sent = post?.state === 'sent' && served.serves(post.guildId ?? '') ? post : undefined;
		const channel = await kind.channelOf(own);
		const guildId = sent?.guildId ?? channel?.guildId;
		const channelId = sent?.channelId ?? channel?.channelId;
		if (guildId === undefined || channelId === undefined) return 'waits';
		const letter = await kind.letterOf(own, guildId);
		return { place: { guildId, channelId }, letter, files: kind.filesOf?.(own) };
	}

	return cards;
}
