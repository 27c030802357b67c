import type { Claim } from '../../src/claims/claim.js';
import type { ClaimDetails } from '../../src/claims/claim-details.js';
import { ClaimKeys } from '../../src/claims/claim-keys.js';
import { type ClaimStore, openClaimStore } from '../../src/claims/claim-store.js';
import type { Given } from '../../src/claims/gifts.js';
import type { ModerationAct } from '../../src/claims/moderated-claims.js';
import type { Presented } from '../../src/claims/presented.js';
import type { Store } from '../../src/storage/store.js';
import {
	claimSecret,
	codeNumber,
	guild,
	memberNumber,
	revoke,
	samplePurchase,
} from '../claims/sample-claims.js';
import { described, holdingOf, type Input } from './claim-model.js';

const staff = memberNumber(90_000_001);
const days = 7;
/** Performs operations with the production code, and describes the results in the model's words. */
export class Clerk {
	readonly claims: ClaimStore;

	constructor(claims: ClaimStore) {
		this.claims = claims;
	}

	/** Lets members unlink and move their purchases. Once, before anything else. */
	async setUp(): Promise<void> {
		await this.claims.changePolicy({ what: 'unlinking', unlinking: { kind: 'after-days', days } });
	}

	/** The outputs, one for each code: some operations are about all that a member has. */
	async perform(input: Input, codes: readonly number[]): Promise<readonly string[]> {
		switch (input.op) {
			case 'held': {
				const held = await this.claims.own.held(memberNumber(input.member));
				return codes.map((code) => theirs(held, code, input.member));
			}
			case 'forget': {
				const { claims: held } = await this.claims.own.forget(memberNumber(input.member));
				return codes.map((code) => (held.some(({ hash }) => hash === hashOf(code)) ? 'held' : 'not-held'));
			}
			default: {
				const [code] = codes;
				if (code === undefined) throw new Error('There is no code');
				return [await this.#one(input, code)];
			}
		}
	}

	async #one(input: Exclude<Input, { op: 'held' | 'forget' }>, code: number): Promise<string> {
		const { own, moderated, gifts } = this.claims;
		const hash = hashOf(code);
		const act = actOf(input);
		const id = memberNumber;
		const member = 'member' in input ? input.member : 0;
		const place = { userId: id(member), guildId: guild };
		const purchase = samplePurchase({ licenseType: licenceOf(code) });
		switch (input.op) {
			case 'claim': {
				const claimed = await this.claims.claim(codeNumber(code), { ...place, purchase });
				return answerKind(claimed, member);
			}
			case 'present':
				return answerKind(await this.claims.present(codeNumber(code), place.userId), member);
			case 'look':
				return shown(await moderated.byCode(codeNumber(code)));
			case 'unlink':
				return (await own.unlink(hash, place)).kind;
			case 'move':
				return (await own.letGo(hash, id(member), { userId: id(input.to), guildId: guild })).kind;
			case 'refund':
				return (await revoke(this.claims, hash)) ? 'refunded' : 'no';
			case 'block':
				return outcome(await gifts.block(codeNumber(code), purchase, act));
			case 'link':
				return outcome(await gifts.link(codeNumber(code), { userId: id(member), purchase }, act));
			case 'release':
				return outcome(await moderated.release(hash, id(member), act));
			case 'transfer':
				return outcome(await moderated.transfer(hash, id(member), id(input.to), act));
			case 'undo':
				return outcome(await moderated.undo(hash, input.revision, actOf({ op: 'look' })));
			case 'set-seats':
				return await this.#setSeats(code, input.to);
			case 'get-seats': {
				const { seats } = await this.claims.readPolicy();
				return `${seats[licenceOf(code)] ?? 1}`;
			}
			default:
				return outcome(await moderated[input.op](hash, act));
		}
	}

	async #setSeats(code: number, seats: number): Promise<string> {
		await this.claims.changePolicy({ what: 'seats', licenseType: licenceOf(code), seats });
		return 'set';
	}
}

/** On a store, as a process of the bot opens it. */
export async function openClerk(store: Store): Promise<Clerk> {
	const onCorrupt = (key: string): void => {
		throw new Error(`${key} is damaged`);
	};
	const claims = await openClaimStore({
		store,
		claimSecret,
		clock: { now: Date.now },
		report: { damaged: onCorrupt },
	});
	return new Clerk(claims);
}

const keys = new ClaimKeys(claimSecret);
const hashes = new Map<number, string>();

function hashOf(code: number): string {
	const known = hashes.get(code);
	if (known !== undefined) return known;
	const hash = keys.hash(codeNumber(code));
	hashes.set(code, hash);
	return hash;
}

/** Each code has a licence type of its own, so that its seats are its own. */
function licenceOf(code: number): string {
	return `Licence ${code}`;
}

function actOf(input: Input): ModerationAct {
	const revision = 'revision' in input ? input.revision : undefined;
	return { by: staff, guildId: guild, why: '', canManageRoles: true, revision };
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
