/**
 * Branches that some of the proof's schedules must reach: a simulation that never reaches a branch proves nothing about
 * it. If one of these is no longer reached, the acts or the faults have to be changed until it is.
 */
export const rareBranches = [
	// Processes.
	'a process is killed before a call of the store',
	'a process is killed after the store has done what it asked, and before it hears of it',
	'a process is killed between a claim and its role',
	'a process is frozen with a call under way, and goes on later',
	'a process can not start since the store does not answer',
	'a process is stopped in peace with a verification under way',
	'nobody is there for more than a day',
	// The store.
	'the answer to a write of a claim is lost',
	'a swap of a claim fails since another process was first',
	'two processes make one claim at once',
	'a write of a claim arrives long after its sender has given up',
	// Clocks.
	'a clock is found to be off, and nothing is judged by it',
	// The shop.
	'a code waits for the shop and is verified then',
	'a purchase is checked during an outage of the shop',
	// Seats.
	'a code of a team has all its seats taken',
	'the last seat is taken by another while the shop is asked',
	'a kept seat is taken by whom it is kept for',
	'a kept seat keeps a code from another member',
	'a code is locked, and refuses a holder and a newcomer',
	// Staff.
	'a change is sent twice, and carried out once',
	'a change is void since the purchase has changed',
	'a change is undone',
	'a change is not undone since something has happened',
	'a purchase is given without a code',
	'a code is revoked by staff, and stays so for who verifies it',
	// Members.
	'a member deletes their data while a code of theirs is verified',
	'a member who has deleted their data verifies again',
	'a member lets a purchase go to its claimant',
	'a member leaves between the claim and the role',
	'a member comes back and has the roles again',
	'support is about to end, and its role comes',
	'a member has tried too many codes',
	// Roles.
	'two processes change the roles of one member at once',
	'a refused role call is repeated',
	'a role that was taken by hand is given back',
	'a role is withheld for its powers',
	'support ends, and its role goes',
	'the answer to a role call is lost',
	// Announcements.
	'a new version is announced',
	'a new item is announced',
	'half a list of items is served, and brings no news',
	// Disputes.
	'a direct message is sent, its answer lost, and nobody is told twice',
	'a dispute is decided by two at once',
] as const;

/** Branches that only some thousands of schedules reach reliably, so a nightly run must. */
export const rarestBranches = [
	'a dispute is decided while its holder is not there',
	'a dispute is not decided since the claimant has left',
	'a process is killed while a decision of a dispute is carried out',
	'a member takes no direct messages',
	'the budget of refused calls is spent',
	'a clock jumps forward by days',
	'a clock is set back by days',
	'a purchase is checked while the key is refused',
	'a purchase is revoked after three refusals on different days',
	'a revoked purchase is reinstated',
	'no more purchases are revoked on a day',
	'renewed support is heard of',
	'a kept seat has expired and is taken by another',
	'a transfer is undone',
	'a change is not undone since it is too late',
	'a dispute is withdrawn',
	'a dispute is reopened',
	'a dispute ends since the purchase came to the claimant without the staff',
	'the staff are reminded of a dispute',
	'an announcement is sent, its answer lost, and it is not repeated',
] as const;

export type RareBranch = (typeof rareBranches | typeof rarestBranches)[number];

export class Sometimes {
	readonly reached = new Map<RareBranch, number>();

	note(branch: RareBranch): void {
		this.reached.set(branch, (this.reached.get(branch) ?? 0) + 1);
	}

	add(other: ReadonlyMap<RareBranch, number>): void {
		for (const [branch, times] of other) this.reached.set(branch, (this.reached.get(branch) ?? 0) + times);
	}

	/** The branches of the list that were never reached. */
	missing(branches: readonly RareBranch[]): readonly RareBranch[] {
		return branches.filter((branch) => !this.reached.has(branch));
	}
}
