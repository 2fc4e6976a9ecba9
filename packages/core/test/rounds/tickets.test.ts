import { describe, expect, it } from 'vitest';
import { flowTickets, type TicketParts } from '../../src/rounds/tickets.js';

const made = (more: Partial<TicketParts> = {}) => {
  const sealed: string[] = [];
  const seal = async (step: string) => `ticket ${sealed.push(step)} of ${step}`;
  const parts = {
    className: 'Pay',
    steps: new Map([['visit', {}]]),
    carried: undefined,
    seal,
    ...more,
  };
  return { ...flowTickets(parts), sealed };
};

describe('the tickets of a flow', () => {
  it('are sealed once a name, also for two that ask at the same time', async () => {
    const { ticket, held, sealed } = made();
    expect(held()).toBeUndefined();
    expect(await Promise.all([ticket('visit'), ticket('visit')])).toEqual([
      'ticket 1 of visit',
      'ticket 1 of visit',
    ]);
    expect(await ticket('visit')).toBe('ticket 1 of visit');
    expect(await ticket('visit.member')).toBe('ticket 2 of visit.member');
    expect(sealed).toEqual(['visit', 'visit.member']);
    expect(held()).toEqual({
      visit: 'ticket 1 of visit',
      'visit.member': 'ticket 2 of visit.member',
    });
  });

  it('are those that the state carried, and go on with it whether or not they are asked for', async () => {
    const { ticket, held, sealed } = made({ carried: { visit: 'from before' } });
    expect(held()).toEqual({ visit: 'from before' });
    expect(await ticket('visit')).toBe('from before');
    expect(sealed).toEqual([]);
  });

  it('are for steps of the component; a handler without steps has names of its own', async () => {
    await made().ticket('visit');
    for (const name of ['elsewhere', '', 'constructor', 7 as never])
      await expect(made().ticket(name)).rejects.toThrow(TypeError);
    const { ticket, held } = made({ steps: new Map() });
    await ticket('elsewhere');
    await ticket('__proto__');
    expect(Object.keys(held() ?? {})).toEqual(['elsewhere', '__proto__']);
    await expect(ticket('')).rejects.toThrow(TypeError);
  });

  it('need a codec', async () => {
    await expect(made({ seal: undefined }).ticket('visit')).rejects.toMatchObject({
      code: 'state_codec',
    });
  });

  it('are not carried when sealing failed', async () => {
    const { ticket, held } = made({ seal: async () => Promise.reject(new Error('away')) });
    await expect(ticket('visit')).rejects.toThrow('away');
    expect(held()).toBeUndefined();
  });
});
