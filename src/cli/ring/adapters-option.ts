// `--adapters 8` or `--adapters rank=8,alpha=16,on=attention`: what is trained of a GPT in place of its weights. Pure.
import { mostRank } from '../../train/run/frozen-base';
import { type AdapterChoice, usualAlpha } from '../../replica/adapter-choice';
import { BadOption } from '../options/command-line';

/** Throws BadOption. */
export function readAdapters(text: string): AdapterChoice {
  const refuse = (): never => {
    throw new BadOption(
      `--adapters is a rank from 1 to ${mostRank}, or like rank=8,alpha=16,on=attention (or on=all); not '${text}'`,
    );
  };
  const given: { rank?: number; alpha?: number; on?: AdapterChoice['on'] } = {};
  for (const part of (/^\d+$/.test(text) ? `rank=${text}` : text).split(',')) {
    const [name, value, ...more] = part.split('=');
    const number = Number(value);
    if (more.length > 0) refuse();
    else if (name === 'rank' && /^\d+$/.test(value ?? '') && number >= 1 && number <= mostRank)
      given.rank = number;
    else if (name === 'alpha' && /^\d+(\.\d+)?$/.test(value ?? '') && number > 0) given.alpha = number;
    else if (name === 'on' && (value === 'all' || value === 'attention')) given.on = value;
    else refuse();
  }
  const { rank, on = 'all' } = given;
  return rank === undefined ? refuse() : { rank, alpha: given.alpha ?? usualAlpha(rank), on };
}
