import type { refusal as english } from '../en/refusal.js';

export const refusal = {
	'refusal.administratorsOnly': 'Este comando é só para administradores deste servidor.',
	'refusal.homeOnly': 'Isto é para administradores do servidor principal do bot.',
	'refusal.managersOnly':
		'Isto é só para membros que podem gerenciar este servidor (a permissão **Gerenciar servidor**).',
	'refusal.outdated': 'Este botão ou menu é de uma versão antiga do bot. Use o comando de novo.',
	'refusal.unknownCommand': 'O bot não conhece mais este comando. Tente de novo em alguns minutos.',
	'refusal.otherGuild': 'Este bot trabalha para outro servidor. Pergunte lá.',
	'refusal.starting': 'O bot está iniciando. Tente de novo em alguns segundos.',
	'refusal.guildOnly': 'Use este comando em um servidor: ele não funciona em mensagens diretas.',
	'refusal.linksLeftOut': '-# Alguns links não podem ser exibidos.',
} satisfies Record<keyof typeof english, string>;
