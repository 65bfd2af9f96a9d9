// Shared counters of limits in PostgreSQL: the algorithm of `runtime/limits/fleet/counter-store.ts` as one function, which carries out all
// requests of a turn. The tables are not logged: a commit waits for no disk, and what a crash empties is reported again by the processes. One
// row for each gateway is locked first, so that nothing waits for anything else.
import { RESERVATION_LIFE } from '../../../limits/counters.ts'
import { LONGEST_QUIET, MEMBER_LIFE, MINUTE, WHOLE } from '../../../limits/fleet/counter-store.ts'
import type { SchemaSteps } from './migrations.ts'

/** Milliseconds without an answer after which a process decides by itself: a statement has the calls of many turns. */
export const STATEMENT_PATIENCE = 500

const TABLES = `
  CREATE UNLOGGED TABLE s.limit_fleet (
    gateway text PRIMARY KEY, token text NOT NULL, generation bigint NOT NULL, begun bigint NOT NULL, run text,
    gathering boolean NOT NULL, last bigint NOT NULL, gap_from bigint NOT NULL, gap_to bigint NOT NULL
  );
  CREATE UNLOGGED TABLE s.limit_member (
    gateway text, process text, sequence bigint NOT NULL, seen bigint NOT NULL, told bigint NOT NULL, part bigint NOT NULL,
    PRIMARY KEY (gateway, process)
  ) WITH (fillfactor = 50);
  CREATE UNLOGGED TABLE s.limit_counter (
    gateway text, key text, width bigint NOT NULL, used bigint NOT NULL, leaves bigint, reached bigint NOT NULL, expires bigint NOT NULL,
    PRIMARY KEY (gateway, key)
  ) WITH (fillfactor = 50);
  CREATE UNLOGGED TABLE s.limit_amount (
    gateway text, key text, slot bigint, minute bigint, process text, amount bigint NOT NULL,
    PRIMARY KEY (gateway, key, slot, minute, process)
  ) WITH (fillfactor = 50);`

/** A minute of -1 is none. */
const AMOUNTS = `
  CREATE FUNCTION s.limit_rescale(slot bigint, before bigint, after bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $function$
    SELECT CASE WHEN before = after THEN slot WHEN after = 0 THEN 0 ELSE floor(((slot + 1) * before - 1)::numeric / after)::bigint END
  $function$;
  CREATE FUNCTION s.limit_leaves(slot bigint, minute bigint, length bigint, width bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $function$
    SELECT least(
      CASE WHEN length > 0 THEN (slot + 1) * width - 1 + length END,
      CASE WHEN minute >= 0 THEN (minute + 1) * ${MINUTE} + ${RESERVATION_LIFE} END
    )
  $function$;
  CREATE FUNCTION s.limit_sweep(g text, k text, length bigint, width bigint, present bigint) RETURNS bigint LANGUAGE plpgsql AS $function$
  DECLARE
    before bigint;
    total bigint;
    first bigint;
  BEGIN
    SELECT c.width INTO before FROM s.limit_counter AS c WHERE c.gateway = g AND c.key = k;
    DELETE FROM s.limit_amount AS a WHERE a.gateway = g AND a.key = k
      AND s.limit_leaves(s.limit_rescale(a.slot, before, width), a.minute, length, width) <= present;
    IF before <> width THEN
      CREATE TEMP TABLE IF NOT EXISTS limit_moved (slot bigint, minute bigint, process text, amount bigint) ON COMMIT DELETE ROWS;
      INSERT INTO limit_moved SELECT s.limit_rescale(a.slot, before, width), a.minute, a.process, a.amount
        FROM s.limit_amount AS a WHERE a.gateway = g AND a.key = k;
      DELETE FROM s.limit_amount AS a WHERE a.gateway = g AND a.key = k;
      INSERT INTO s.limit_amount SELECT g, k, m.slot, m.minute, m.process, sum(m.amount) FROM limit_moved AS m GROUP BY m.slot, m.minute, m.process;
      DELETE FROM limit_moved;
    END IF;
    SELECT coalesce(sum(a.amount), 0), min(s.limit_leaves(a.slot, a.minute, length, width)) INTO total, first
      FROM s.limit_amount AS a WHERE a.gateway = g AND a.key = k;
    UPDATE s.limit_counter AS c SET width = limit_sweep.width, used = total, leaves = first WHERE c.gateway = g AND c.key = k;
    RETURN total;
  END $function$;
  CREATE FUNCTION s.limit_used(g text, k text, length bigint, width bigint, present bigint) RETURNS bigint LANGUAGE plpgsql AS $function$
  DECLARE
    counter record;
  BEGIN
    SELECT c.width, c.used, c.leaves INTO counter FROM s.limit_counter AS c WHERE c.gateway = g AND c.key = k;
    IF counter.width IS NULL THEN RETURN NULL; END IF;
    IF counter.width = width AND (counter.leaves IS NULL OR counter.leaves > present) THEN RETURN counter.used; END IF;
    RETURN s.limit_sweep(g, k, length, width, present);
  END $function$;
  CREATE FUNCTION s.limit_raise(
    g text, k text, at_slot bigint, at_minute bigint, p text, delta bigint, length bigint, width bigint, until bigint
  ) RETURNS void LANGUAGE plpgsql AS $function$
  DECLARE
    left_at bigint := s.limit_leaves(at_slot, at_minute, length, width);
  BEGIN
    IF delta = 0 THEN RETURN; END IF;
    INSERT INTO s.limit_amount AS a VALUES (g, k, at_slot, at_minute, p, delta)
      ON CONFLICT (gateway, key, slot, minute, process) DO UPDATE SET amount = a.amount + excluded.amount;
    IF delta < 0 THEN
      DELETE FROM s.limit_amount AS a
        WHERE a.gateway = g AND a.key = k AND a.slot = at_slot AND a.minute = at_minute AND a.process = p AND a.amount = 0;
    END IF;
    INSERT INTO s.limit_counter AS c VALUES (g, k, width, delta, left_at, 0, until)
      ON CONFLICT (gateway, key) DO UPDATE
      SET used = c.used + delta, leaves = least(c.leaves, left_at), expires = greatest(c.expires, until);
  END $function$;`

/** Everything that a process asks in one turn; `given` is the time of a test. */
const COUNT = `
  CREATE FUNCTION s.count_limits(g text, p text, requests text, given bigint) RETURNS text LANGUAGE plpgsql AS $function$
  DECLARE
    fleet s.limit_fleet;
    own s.limit_member;
    member record;
    request json;
    counter json;
    amount record;
    replies jsonb := '[]';
    readings jsonb;
    members jsonb;
    present bigint;
    run_now text;
    last_sequence bigint := 0;
    sequence_now bigint := 0;
    late boolean;
    fit boolean;
    granted boolean;
    known bigint;
    total bigint;
    excess bigint;
    waits bigint;
    stored bigint;
    len bigint;
    wid bigint;
    seed bigint;
    taken bigint;
    how_many bigint;
    reached_now boolean;
  BEGIN
    INSERT INTO s.limit_fleet VALUES (g, gen_random_uuid()::text, 0, 0, NULL, false, 0, 0, 0) ON CONFLICT DO NOTHING;
    SELECT * INTO fleet FROM s.limit_fleet WHERE gateway = g FOR UPDATE;
    present := coalesce(given, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint);
    IF present - fleet.last >= ${STATEMENT_PATIENCE} THEN
      fleet.gap_from := fleet.last;
      fleet.gap_to := present;
    END IF;
    IF fleet.last > 0 AND (present < fleet.last OR present - fleet.last > ${LONGEST_QUIET}) THEN
      UPDATE s.limit_member SET seen = seen + greatest(present - fleet.last - ${LONGEST_QUIET}, 0) WHERE gateway = g;
      fleet.token := gen_random_uuid()::text;
      fleet.generation := fleet.generation + 1;
      fleet.gathering := true;
    END IF;
    fleet.last := present;
    run_now := fleet.token || ' ' || pg_postmaster_start_time()::text;
    SELECT * INTO own FROM s.limit_member WHERE gateway = g AND process = p;
    last_sequence := coalesce(own.sequence, 0);
    FOR request IN SELECT value FROM json_array_elements(requests::json) LOOP
      IF (request ->> 'sequence')::bigint <= last_sequence THEN
        replies := replies || 'null'::jsonb;
        CONTINUE;
      END IF;
      sequence_now := greatest(sequence_now, (request ->> 'sequence')::bigint);
      late := ((request ->> 'sent')::bigint < fleet.gap_to
        AND fleet.gap_to - greatest((request ->> 'sent')::bigint, fleet.gap_from) >= ${STATEMENT_PATIENCE})
        OR (request ->> 'sent')::bigint > present + ${STATEMENT_PATIENCE};
      CASE request ->> 'kind'
      WHEN 'leave' THEN
        DELETE FROM s.limit_member WHERE gateway = g AND process = p;
        own := NULL;
        replies := replies || jsonb_build_object('kind', 'unknown', 'now', present, 'run', run_now);
      WHEN 'join' THEN
        IF request ->> 'run' <> run_now THEN
          replies := replies || jsonb_build_object('kind', 'unknown', 'now', present, 'run', run_now);
          CONTINUE;
        END IF;
        IF fleet.run IS DISTINCT FROM run_now THEN
          fleet.generation := greatest(fleet.generation, (request ->> 'generation')::bigint) + 1;
          fleet.gathering := true;
          IF fleet.run IS NULL THEN fleet.begun := fleet.generation; END IF;
          fleet.run := run_now;
        END IF;
        IF fleet.gathering AND fleet.begun = fleet.generation THEN
          INSERT INTO s.limit_member
            SELECT g, each.value ->> 0, 0, present, 0, (each.value ->> 1)::bigint FROM json_array_elements(request -> 'members') AS each
            ON CONFLICT DO NOTHING;
          SELECT * INTO own FROM s.limit_member WHERE gateway = g AND process = p;
        END IF;
        IF late OR (request ->> 'wasAway')::boolean THEN
          IF own.told = fleet.generation THEN
            fleet.generation := fleet.generation + 1;
            fleet.gathering := true;
          END IF;
          IF late THEN
            replies := replies || jsonb_build_object('kind', 'unknown', 'now', present, 'run', run_now);
            CONTINUE;
          END IF;
        END IF;
        DELETE FROM s.limit_member WHERE gateway = g AND process <> p AND seen + ${MEMBER_LIFE} <= present;
        UPDATE s.limit_member SET seen = present WHERE gateway = g AND process <> p AND seen > present;
        SELECT coalesce(sum(part), 0), count(*), coalesce(bool_or(told <> fleet.generation), false),
          coalesce(jsonb_agg(jsonb_build_array(process, part)), '[]')
          INTO taken, how_many, fleet.gathering, members FROM s.limit_member WHERE gateway = g AND process <> p;
        INSERT INTO s.limit_member AS m VALUES (
          g, p, sequence_now, present, fleet.generation, greatest(0, least(${WHOLE} / (how_many + 1), ${WHOLE} - taken))
        ) ON CONFLICT (gateway, process) DO UPDATE SET sequence = excluded.sequence, seen = excluded.seen, told = excluded.told, part = excluded.part
          RETURNING * INTO own;
        DELETE FROM s.limit_amount AS a USING s.limit_counter AS c
          WHERE c.gateway = g AND c.expires <= present AND a.gateway = g AND a.key = c.key;
        DELETE FROM s.limit_counter WHERE gateway = g AND expires <= present;
        replies := replies || jsonb_build_object('kind', 'joined', 'now', present, 'isGathering', fleet.gathering, 'generation', fleet.generation,
          'run', run_now, 'members', jsonb_build_array(jsonb_build_array(p, own.part)) || members);
      WHEN 'report' THEN
        IF own.process IS NULL AND request -> 'whole' IS NULL THEN
          replies := replies || jsonb_build_object('kind', 'unknown', 'now', present, 'run', run_now);
          CONTINUE;
        END IF;
        len := (request ->> 'length')::bigint;
        wid := (request ->> 'width')::bigint;
        SELECT c.width INTO stored FROM s.limit_counter AS c WHERE c.gateway = g AND c.key = request ->> 'key';
        stored := coalesce(stored, wid);
        known := s.limit_used(g, request ->> 'key', len, stored, present);
        IF request -> 'whole' IS NOT NULL THEN
          seed := (request -> 'whole' ->> 'seed')::bigint;
          IF known IS NOT NULL THEN
            SELECT least(seed, coalesce(sum(a.amount), 0)) INTO seed
              FROM s.limit_amount AS a WHERE a.gateway = g AND a.key = request ->> 'key' AND a.process = '';
            FOR amount IN
              DELETE FROM s.limit_amount AS a WHERE a.gateway = g AND a.key = request ->> 'key' AND a.process IN (p, '') RETURNING a.amount AS removed
            LOOP
              UPDATE s.limit_counter AS c SET used = c.used - amount.removed WHERE c.gateway = g AND c.key = request ->> 'key';
            END LOOP;
          END IF;
          PERFORM s.limit_raise(g, request ->> 'key', 0, -1, '', seed, len, stored, present + (request ->> 'lives')::bigint);
        END IF;
        FOR amount IN
          SELECT s.limit_rescale(split_part(each.value ->> 0, ':', 1)::bigint, wid, stored) AS slot,
            coalesce(nullif(split_part(each.value ->> 0, ':', 2), '')::bigint, -1) AS minute, (each.value ->> 1)::bigint AS delta
          FROM json_array_elements(request -> 'amounts') AS each
        LOOP
          IF coalesce(s.limit_leaves(amount.slot, amount.minute, len, stored) > present, true) THEN
            PERFORM s.limit_raise(
              g, request ->> 'key', amount.slot, amount.minute, p, amount.delta, len, stored, present + (request ->> 'lives')::bigint
            );
          END IF;
        END LOOP;
        total := coalesce(s.limit_used(g, request ->> 'key', len, stored, present), 0);
        reached_now := false;
        IF (request ->> 'threshold')::bigint > 0 AND total >= (request ->> 'threshold')::bigint THEN
          UPDATE s.limit_counter AS c SET reached = (request ->> 'threshold')::bigint
            WHERE c.gateway = g AND c.key = request ->> 'key' AND c.reached < (request ->> 'threshold')::bigint;
          reached_now := FOUND;
        END IF;
        replies := replies || jsonb_build_object(
          'kind', 'reported', 'now', present, 'isGathering', fleet.gathering, 'used', total, 'isReached', reached_now
        );
      ELSE
        IF own.told IS NULL OR own.told <> fleet.generation OR late THEN
          IF own.told = fleet.generation THEN
            fleet.generation := fleet.generation + 1;
            fleet.gathering := true;
          END IF;
          replies := replies || jsonb_build_object('kind', 'unknown', 'now', present, 'run', run_now);
          CONTINUE;
        END IF;
        fit := true;
        readings := '[]';
        FOR counter IN SELECT value FROM json_array_elements(request -> 'counters') LOOP
          len := (counter ->> 'length')::bigint;
          wid := (counter ->> 'width')::bigint;
          total := s.limit_used(g, counter ->> 'key', len, wid, present);
          IF total IS NULL THEN
            total := (counter ->> 'seed')::bigint;
            PERFORM s.limit_raise(g, counter ->> 'key', 0, -1, '', total, len, wid, present + (counter ->> 'lives')::bigint);
          END IF;
          waits := 0;
          IF total + (counter ->> 'amount')::bigint > (counter ->> 'limit')::bigint THEN
            fit := false;
            waits := NULL;
            IF len > 0 THEN
              excess := total + (counter ->> 'amount')::bigint - (counter ->> 'limit')::bigint;
              SELECT coalesce(min((line.slot + 1) * wid - 1 + len - present), len) INTO waits FROM (
                SELECT a.slot, sum(a.amount) OVER (ORDER BY a.slot) AS freed
                FROM s.limit_amount AS a WHERE a.gateway = g AND a.key = counter ->> 'key'
              ) AS line WHERE line.freed >= excess;
            END IF;
          END IF;
          readings := readings || jsonb_build_object(
            'used', total, 'fits', total + (counter ->> 'amount')::bigint <= (counter ->> 'limit')::bigint, 'wait', waits
          );
        END LOOP;
        granted := fit AND ((request ->> 'mayShare')::boolean OR NOT fleet.gathering);
        IF granted THEN
          readings := '[]';
          FOR counter IN SELECT value FROM json_array_elements(request -> 'counters') LOOP
            wid := (counter ->> 'width')::bigint;
            PERFORM s.limit_raise(
              g, counter ->> 'key', CASE WHEN wid > 0 THEN present / wid ELSE 0 END,
              CASE WHEN (counter ->> 'isEstimate')::boolean THEN present / ${MINUTE} ELSE -1 END, p,
              (counter ->> 'amount')::bigint, (counter ->> 'length')::bigint, wid, present + (counter ->> 'lives')::bigint
            );
            SELECT c.used INTO total FROM s.limit_counter AS c WHERE c.gateway = g AND c.key = counter ->> 'key';
            readings := readings || jsonb_build_object('used', coalesce(total, 0), 'fits', true, 'wait', 0);
          END LOOP;
        END IF;
        replies := replies || jsonb_build_object(
          'kind', 'reserved', 'now', present, 'isGathering', fleet.gathering, 'granted', granted, 'readings', readings
        );
      END CASE;
    END LOOP;
    UPDATE s.limit_member SET sequence = greatest(sequence, sequence_now) WHERE gateway = g AND process = p AND sequence < sequence_now;
    UPDATE s.limit_fleet SET token = fleet.token, generation = fleet.generation, begun = fleet.begun, run = fleet.run, gathering = fleet.gathering,
      last = fleet.last, gap_from = fleet.gap_from, gap_to = fleet.gap_to WHERE gateway = g;
    RETURN replies::text;
  END $function$;`

export const LIMIT_SCHEMA: SchemaSteps = {
  steps: [`${TABLES}${AMOUNTS}${COUNT}`],
  table: 'limit_schema_version',
}
