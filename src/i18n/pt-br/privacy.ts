import type { privacy as english } from '../en/privacy.js';

export const privacy = {
	'command.privacy.name': 'privacidade',
	'command.privacy.description': 'Veja, exporte ou apague o que o bot guarda sobre você',
	'privacy.title': 'O que é guardado sobre você',
	'privacy.account': 'Seu id de usuário do Discord, junto com o que segue: `{id}`',
	'privacy.claims':
		'**Compras: {count, number}** · item, licença, datas, os servidores em que você verificou e o que houve desde então. Os códigos são criptografados.',
	'privacy.more': '… e mais {count, number}. Todas estão no arquivo.',
	'privacy.former':
		'**Compras anteriores: {count, number}** · produto, tipo de licença e o que cita você no histórico delas.',
	'privacy.misses':
		'**Códigos errados no último dia: {count, number}** · só quando, nunca o que você digitou. Somem após um dia.',
	'privacy.elsewhere':
		'Não guardado aqui: mensagens no canal de registro de um servidor. Para essas, fale com a equipe daquele servidor.',
	'privacy.export': 'Exportar como arquivo',
	'privacy.exported': 'Isto é tudo o que está guardado sobre você.',
	'privacy.delete': 'Apagar meus dados',
	'privacy.confirmTitle': 'Apagar seus dados?',
	'privacy.confirm':
		'Suas compras e os cargos delas somem, em todos os servidores deste bot. Os códigos seguem bloqueados para os outros; você pode verificá-los de novo. Não dá para desfazer.',
	'privacy.confirmButton': 'Apagar tudo',
	'privacy.keep': 'Manter',
	'privacy.deleted':
		'Pronto. Seus dados foram apagados e os cargos saem em instantes. De cada código fica só uma impressão, para que ninguém mais o use. Os horários de códigos incorretos e de desvinculações são apagados sozinhos em um dia.',
	'privacy.audit': '🗑️ <@{userId}> apagou seus dados guardados: as compras e os cargos delas sumiram',
	'privacy.exportLater': '⏳ Seus dados são entregues em arquivo uma vez por minuto. Tente de novo {when}.',
} satisfies Record<keyof typeof english, string>;
