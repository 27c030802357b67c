import type { verify as english } from '../en/verify.js';

export const verify = {
	'verify.notACodeTitle': 'Isso não é um código de compra',
	'verify.notACode':
		'Um código tem este formato: `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`. Você o encontra no e-mail do recibo e na página de downloads da loja.\n\nUm número de pedido ou a chave de licença de outra loja não funciona aqui.',
	'verify.invalidTitle': 'Código de compra inválido',
	'verify.invalid':
		'A loja não conhece este código. Copie-o de novo do seu recibo, inteiro e sem alterações: basta faltar uma letra.\n\nSe a compra foi reembolsada, o código não funciona mais. Ainda com problemas? Mostre à equipe esta referência, **nunca o código em si**.',
	'verify.takenTitle': 'Este código já está em uso',
	'verify.taken':
		'Outro membro se verificou com ele, e um código vale para uma pessoa. Se a compra é sua, fale com a equipe e mostre esta referência, **nunca o código em si**.',
	'verify.limitedTitle': 'Códigos errados demais',
	'verify.limited':
		'Tente de novo {when}. Aproveite para achar o código certo: ele está no e-mail do recibo e na página de downloads da loja.',
	'verify.busyTitle': 'Seus códigos ainda estão sendo conferidos',
	'verify.busy':
		'Espere as respostas dos códigos que você já enviou e depois envie o próximo. Este não foi conferido e não conta.',
	'verify.oftenTitle': 'Muitos códigos em pouco tempo',
	'verify.often': 'O marketplace só é consultado sobre poucos códigos por vez. Tente de novo {when}.',
	'verify.verifiedTitle': 'Compra verificada',
	'verify.returningTitle': 'Que bom ver você de novo',
	'verify.verified': '**{item}** agora é seu aqui. Obrigado pela compra!',
	'verify.returning': '**{item}** já é seu.',
	'verify.renewedTitle': '✅ Suporte renovado',
	'verify.renewed': '**{item}** tem suporte até {date} ({when}).',
	'verify.licence': 'Licença',
	'verify.support': 'Suporte',
	'verify.supportNone': 'não incluído',
	'verify.supportUntil': 'até {date}',
	'verify.supportEnded': 'terminou em {date}',
	'verify.roleGranted': 'Você tem o cargo de comprador.',
	'verify.roleWaiting':
		'Seu cargo está a caminho. Esta mensagem muda quando ele chegar, você não precisa fazer nada.',
	'verify.roleBlocked':
		'Só falta o cargo: este servidor não me deixa dá-lo agora. **A equipe precisa corrigir isso** e já foi avisada. Sua compra está registrada com segurança, e o cargo virá sozinho.',
	'verify.roleUnchosen':
		'Você receberá seu cargo assim que a equipe escolher um para compradores. Ela já sabe.',
	'verify.roleMemberLeft':
		'Você não é mais membro deste servidor. Sua compra está registrada com segurança: volte e use /verificar de novo.',
	'verify.uncheckableTitle': 'Seu código não pode ser verificado agora',
	'verify.uncheckable':
		'A loja não dá uma resposta adequada. Isso não diz nada sobre o seu código, e esta tentativa não conta.',
	'verify.againSoon': 'Tente de novo em alguns minutos.',
	'verify.againAt': 'Tente de novo {when}.',
	'verify.staffTold': 'A equipe já foi avisada. Tente de novo mais tarde.',
	'verify.reference': 'Referência {id}',
} satisfies Record<keyof typeof english, string>;
