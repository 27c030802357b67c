import type { Claim } from '../../src/claims/claim.js';
import type { ClaimDetails } from '../../src/claims/claim-details.js';
import { ClaimKeys } from '../../src/claims/claim-keys.js';
import type { ClaimStore } from '../../src/claims/claim-store.js';
import type { Given } from '../../src/claims/moderated-claims.js';
import {
	liftedByModerator,
	locked,
	revokedByModerator,
	seatsFreed,
	unlocked,
} from '../../src/claims/moderation-changes.js';
import type { Presented } from '../../src/claims/presented.js';
import type { Store } from '../../src/storage/store.js';
import {
	claimSecret,
	codeNumber,
	guild,
	memberNumber,
	openClaims,
	policyRow,
	releasing,
	revoke,
	samplePurchase,
	undoing,
} from '../claims/sample-claims.js';
import { described, holdingOf, type Input, seats } from './claim-model.js';

const staff = memberNumber(90_000_001);
const purchase = samplePurchase({ licenseType: 'Team' });
/** Lets members unlink and move their purchases, each of which has several seats. */
export const policy = policyRow({ unlinking: { kind: 'after-days', days: 7 }, seats: { Team: seats } });

/** Performs operations with the production code, and describes the results in the model's terms. */
export class Clerk {
	readonly claims: ClaimStore;

	constructor(claims: ClaimStore) {
		this.claims = claims;
	}

	/** The outputs, one per code: a list of a member's purchases and a deletion of their data concern all codes. */
	async perform(input: Input, codes: readonly number[]): Promise<readonly string[]> {
		const { own } = this.claims;
		const userId = memberNumber(input.member);
		if (input.op === 'held') {
			const held = await own.held(userId);
			return codes.map((code) => theirs(held, code, input.member));
		}
		if (input.op === 'forget') {
			const { claims: held } = await own.forget(userId);
			return codes.map((code) => (held.some(({ hash }) => hash === hashOf(code)) ? 'held' : 'not-held'));
		}
		return await Promise.all(codes.map((code) => this.#one(input, code)));
	}

	async #one(input: Input, code: number): Promise<string> {
		const { own, moderated } = this.claims;
		const { op, member, revision } = input;
		const hash = hashOf(code);
		const act = { by: staff, guildId: guild, why: '', canManageRoles: true };
		const ifSame = { ...act, revision };
		const [userId, toId] = [memberNumber(member), memberNumber(input.to)];
		const place = { userId, guildId: guild };
		switch (op) {
			case 'claim': {
				const claimed = await this.claims.claim(codeNumber(code), { ...place, purchase });
				return answerKind(claimed, member);
			}
			case 'present':
				return answerKind(await this.claims.present(codeNumber(code), userId), member);
			case 'look':
				return shown(await moderated.byHash(hash));
			case 'unlink':
				return (await own.unlink(hash, place)).kind;
			case 'move':
				return (await own.letGo(hash, userId, { userId: toId, guildId: guild })).kind;
			case 'refund':
				return (await revoke(this.claims, hash)) ? 'refunded' : 'no';
			case 'block':
				return outcome(await moderated.block(codeNumber(code), purchase, act));
			case 'link':
				return outcome(await moderated.link(codeNumber(code), { userId, purchase }, act));
			case 'release':
				return outcome(await moderated.change(hash, ifSame, releasing(userId)));
			case 'transfer':
				return outcome(await moderated.transfer(hash, userId, toId, ifSame));
			case 'undo':
				return outcome(await moderated.change(hash, act, undoing(revision ?? 0)));
			case 'held':
			case 'forget':
				throw new Error('Those are about all codes of a member');
			default:
				return outcome(await moderated.change(hash, ifSame, changes[op]));
		}
	}
}

const changes = {
	free: seatsFreed,
	lift: liftedByModerator,
	lock: locked,
	revoke: revokedByModerator,
	unlock: unlocked,
};

/** Opens a clerk on a store, as a process of the bot would. */
export async function openClerk(store: Store): Promise<Clerk> {
	const damaged = (key: string): void => {
		throw new Error(`${key} is damaged`);
	};
	return new Clerk(await openClaims(store, { report: { damaged } }));
}

const keys = new ClaimKeys(claimSecret);

function hashOf(code: number): string {
	return keys.hash(codeNumber(code));
}

function answerKind(answer: Presented | Awaited<ReturnType<ClaimStore['claim']>>, member: number): string {
	if (!('claim' in answer)) return answer.kind;
	return `${answer.kind} ${holding(answer.claim, member)}`;
}

function outcome(answer: Given): string {
	return answer.kind === 'done' ? `done ${shown(answer.file)}` : answer.kind;
}

function shown(file: ClaimDetails | undefined): string {
	if (file === undefined) return 'unknown';
	const { revision, locked, claims, keptSeats, undoUntil } = file;
	const holders = claims.map(({ holderId }) => numberOf(holderId));
	const blocked = file.isRevokedByStaff ? 'blocked' : 'refunded';
	const status = file.status === 'active' ? 'active' : blocked;
	return described({ revision, locked, holders, status }, keptSeats, undoUntil !== undefined);
}

function theirs(held: readonly Claim[], code: number, member: number): string {
	const claim = held.find(({ hash }) => hash === hashOf(code));
	return claim === undefined ? 'not-held' : holding(claim, member);
}

function holding({ locked, status }: Claim, member: number): string {
	return holdingOf({ holders: [member], locked, status: status === 'active' ? status : 'refunded' }, member);
}

function numberOf(userId: string): number {
	return Number(userId.slice(10));
}
