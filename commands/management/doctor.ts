import { onComponent, replyLater, turnLater } from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import type { GuildCheckups } from '../../src/guilds/checkup/guild-checkups.js';
import {
	doctorView,
	openDoctor,
	openWholeDoctor,
	wholeDoctorView,
} from '../../src/views/management/doctor-view.js';

export interface DoctorServices {
	readonly doctor: Pick<GuildCheckups, 'examine'>;
}

/** `/doctor`: a check-up of the bot and the server, for its managers. */
export const doctor = slashCommand('doctor', {
	access: 'manager',
	answer: ({ interaction, t }, { doctor }: DoctorServices) =>
		replyLater(async () => doctorView(t, await doctor.examine(interaction.guildId))),
});

export const doctorComponents = [
	onComponent('button', openDoctor, 'manager', ({ interaction, t }, { doctor }: DoctorServices) =>
		turnLater(async () => doctorView(t, await doctor.examine(interaction.guildId))),
	),
	onComponent('button', openWholeDoctor, 'manager', ({ interaction, t }, { doctor }: DoctorServices) =>
		turnLater(async () => wholeDoctorView(t, await doctor.examine(interaction.guildId))),
	),
];
