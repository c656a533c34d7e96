// For whoever draws a board: `harness.html?game=…&n=…&seat=…` steps through a game written by `python -m periplo.study.moments`.
import './fonts.css'
import { mount } from 'svelte'
import Harness from './Harness.svelte'

mount(Harness, { target: document.getElementById('app')! })
