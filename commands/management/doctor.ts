import { onComponent, privately, showPage } from '../../src/discord/interactions/handler.js';
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
	answer: ({ guildId, t }, { doctor }: DoctorServices) =>
		privately(async () => doctorView(t, await doctor.examine(guildId))),
});

export const doctorComponents = [
	onComponent('button', openDoctor, 'manager', ({ guildId, t }, { doctor }: DoctorServices) =>
		showPage(async () => doctorView(t, await doctor.examine(guildId))),
	),
	onComponent('button', openWholeDoctor, 'manager', ({ guildId, t }, { doctor }: DoctorServices) =>
		showPage(async () => wholeDoctorView(t, await doctor.examine(guildId))),
	),
];
