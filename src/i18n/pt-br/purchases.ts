import type { purchases as english } from '../en/purchases.js';

export const purchases = {
	'command.purchases.name': 'compras',
	'command.purchases.description': 'Veja suas compras e recupere seus cargos',
	'purchases.open': 'Minhas compras',
	'purchases.title': 'Suas compras',
	'purchases.none': 'Você ainda não tem compra verificada. Envie o código do seu recibo com `/{command}`.',
	'purchases.bought': 'Comprado',
	'purchases.unknown': 'não se sabe',
	'purchases.supportedUntil': 'Suporte até',
	'purchases.roles': 'Cargos aqui',
	'purchases.noRoles': 'nenhum',
	'purchases.elsewhere':
		'Verificada em outro servidor. Envie o código aqui também para os cargos deste servidor.',
	'purchases.revoked': 'Não vale mais: a loja não conhece mais esta compra, como após um reembolso.',
	'purchases.restore': 'Recuperar meus cargos',
	'purchases.restored': 'Pronto. Você tem todos os cargos que suas compras dão neste servidor.',
	'purchases.unlink': 'Desvincular uma compra',
	'purchases.unlinkTitle': 'Desvincular {item}?',
	'purchases.unlinkAsk':
		'Os cargos dela somem. Por estes dias só você pode verificar o código de novo: {days, number}. Depois, qualquer um que o tenha pode.',
	'purchases.unlinkAskNow':
		'Os cargos dela somem, e qualquer um que tenha o código pode verificá-lo na hora.',
	'purchases.leaveAsk':
		'Você perde os cargos dela neste servidor. A compra continua vinculada à sua conta: verifique o código aqui de novo para tê-los de volta.',
	'purchases.unlinkButton': 'Desvincular',
	'purchases.unlinked':
		'Pronto. Os cargos saem em instantes. Outros podem verificar o código a partir de {date}.',
	'purchases.left': 'Pronto. Os cargos dela neste servidor estão sendo removidos. Nos outros nada muda.',
	'purchases.unlinkNotAllowed':
		'Este servidor não deixa membros desvincularem compras. Fale com a equipe se quiser passar uma adiante.',
	'purchases.unlinkLocked': 'A equipe bloqueou esta compra. Fale com ela.',
	'purchases.unlinkGone': 'Esta compra não é mais sua.',
	'purchases.notHere': 'Esta compra não está mais verificada neste servidor.',
	'purchases.unlinkLimited': 'Você desvinculou três compras em 24 horas. A próxima: {when}.',
	'purchases.audit': '🔓 <@{userId}> desvinculou **{item}**, e os cargos dela somem',
	'purchases.auditLeft': '🔓 <@{userId}> desvinculou **{item}** neste servidor; os cargos dela são removidos',
} satisfies Record<keyof typeof english, string>;
