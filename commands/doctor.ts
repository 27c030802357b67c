import type { Finding } from '../src/checkup/diagnosis.js';
import { replyLater } from '../src/discord/handler.js';
import { slashCommand } from '../src/discord/slash-command.js';
import { doctorView } from '../src/views/doctor-view.js';

export interface Doctor {
	/** Everything that the bot depends on, and this one server. Never rejects. */
	examine(guildId: string): Promise<readonly Finding[]>;
}

/** `/doctor`: a check-up of the bot and the server, for whoever manages it. */
export const doctor = slashCommand('doctor', {
	access: 'manager',
	answer: ({ interaction, t }, { doctor }: { readonly doctor: Doctor }) =>
		replyLater(async () => doctorView(t, await doctor.examine(interaction.guildId))),
});
