import type { MemberRef } from '../base/member-ref.js';
import type { HolderIn } from '../claims/moderated-claims.js';
import type { CheckedEvent, ModerationEvent } from './moderation-outcomes.js';

/** Where moderation reports what was done. Declared here because reporting stands above this room. */
export interface ModerationReport {
	/** Staff have changed a claim; `ended`: for whom it no longer counts, and where. */
	moderated(guildId: string, event: ModerationEvent, ended: readonly HolderIn[]): void;
	/** Staff have had the shop asked about a purchase. */
	checked(guildId: string, event: CheckedEvent): void;
	/** Staff let a member try codes again immediately. */
	pauseEnded(guildId: string, event: { readonly userId: string; readonly by: string }): void;
	/** A member of staff has looked up too many codes. */
	lookupLimit(staff: MemberRef): void;
}
