import { type CountersignServer, createServer, type ServerOptions } from '@countersign/core';
import { ArtifactSize } from './artifact-size.js';
import { Deploy } from './deploy.js';
import { ReleaseNotes } from './release-notes.js';
import { Releases } from './releases.js';
import { ReviewPrompt } from './review-prompt.js';
import { SecretResource } from './secret-resource.js';

/** The release service: the same classes however it is served. What differs between deployments is the caller's to say. */
export const releaseService = (
  deployment: Pick<ServerOptions, 'state' | 'auth' | 'legacy' | 'onEvent' | 'logger'>,
  releases = new Releases(),
): CountersignServer =>
  createServer({
    name: 'releases',
    version: '1.0.0',
    components: [Deploy, ReleaseNotes, ArtifactSize, ReviewPrompt, SecretResource],
    providers: [{ token: Releases, useValue: releases }],
    ...deployment,
  });
