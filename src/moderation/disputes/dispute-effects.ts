import { shownPurchase } from '../../base/shown-purchase.js';
import type { Claim } from '../../claims/claim.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import type { Servers } from '../../floors.js';
import { wantedRoles } from '../../roles/role-plan.js';
import type { Transaction } from '../../storage/store.js';
import type { DisputeRows } from './dispute-rows.js';

/** The name of the notice of a change, by which its undo finds it. */
export function changeName({ hash, revision }: Pick<ClaimDetails, 'hash' | 'revision'>): string {
	return `staff-${hash.slice(0, 32)}-${revision}`;
}

const decisive: ReadonlySet<string> = new Set(['transferred', 'gave', 'left', 'undone']);

type Floor = Servers & {
	readonly rows: DisputeRows;
	readonly roleNames: RoleNames;
	/** Brings a card in line with its dispute: the cards are a part above. */
	readonly cards: { begin(reference: string): void };
};

/** The effects of a change of a purchase on the disputes about it, and on the messages about an undone change. */
export class DisputeEffects {
	readonly #floor: Floor;

	constructor(floor: Floor) {
		this.#floor = floor;
	}

	/**
	 * Puts in the commit of a change the disputes that it ends or opens again, with the notices to their claimants. Resolves
	 * to what is to be done afterwards.
	 */
	async addIn(tx: Transaction, file: ClaimDetails, codeEnd: string | undefined): Promise<(() => void)[]> {
		const { rows, cards, notices, roleNames } = this.#floor;
		const event = file.history.at(-1);
		if (event === undefined || !decisive.has(event.what)) return [];
		const changed = await rows.followIn(tx, file);
		const afterCommit = changed.map(
			({ reference }) =>
				() =>
					cards.begin(reference),
		);
		if (event.what === 'undone') afterCommit.push(...(await this.#takeBackIn(tx, file, changed.length > 0)));
		const purchase = shownPurchase(file.item.name, codeEnd);
		for (const { state, claimantId: userId, guildId } of changed) {
			const claim = file.claims.find(({ holderId }) => holderId === userId);
			const addressed =
				state === 'left'
					? { userId, guildId, notice: { kind: 'stays' as const, purchase } }
					: state === 'moved' && claim !== undefined
						? {
								userId,
								guildId,
								notice: {
									kind: 'yours' as const,
									purchase,
									roles: [...(await roleNames.of(guildId, claim))].slice(0, 25),
								},
							}
						: undefined;
			if (addressed !== undefined && userId !== 'deleted')
				afterCommit.push(await notices.addIn(tx, addressed, changeName(file)));
		}
		return afterCommit;
	}

	/** The messages about the change that was undone say so. */
	async #takeBackIn(tx: Transaction, file: ClaimDetails, isOpen: boolean): Promise<readonly (() => void)[]> {
		const { notices } = this.#floor;
		const { member, to } = file.history.at(-2) ?? {};
		const name = changeName({ ...file, revision: file.revision - 1 });
		const people = new Set([member, to, ...file.claims.map(({ holderId }) => holderId)]);
		return await Promise.all(
			[...people]
				.filter((userId) => userId !== undefined)
				.map((userId) => notices.takeBackIn(tx, { userId, name, isOpen })),
		);
	}
}

export class RoleNames {
	readonly #floor: Servers;

	constructor(floor: Servers) {
		this.#floor = floor;
	}

	/** The names of the roles in the guild that follow from the claim. */
	async of(guildId: string, claim: Claim): Promise<readonly string[]> {
		const { guilds, discord, clock } = this.#floor;
		const rules = await guilds.rulesOf(guildId);
		if (rules === undefined) return [];
		const facts = discord.factsOf(guildId);
		return [...wantedRoles([claim], rules, clock.now())].flatMap((id) => facts?.role(id)?.name ?? []);
	}
}
