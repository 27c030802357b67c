import type { MemberRef } from '../base/member-ref.js';
import type { CheckedEvent, ModerationEvent } from './moderation-outcomes.js';

/** Receives staff actions. Declared here because reporting is a layer above. */
export interface ModerationReport {
	/** Staff have changed a claim; `ended`: holders and guilds for whom it no longer counts. */
	moderated(guildId: string, event: ModerationEvent): void;
	checked(guildId: string, event: CheckedEvent): void;
	pauseEnded(guildId: string, event: { readonly userId: string; readonly by: string }): void;
	/** A member of staff has reached the lookup limit. */
	lookupLimit(staff: MemberRef): void;
}
